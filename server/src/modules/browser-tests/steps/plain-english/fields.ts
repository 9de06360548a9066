import type { StepChoice } from '../step-reader.ts'
import { FILLABLE } from './element-kinds.ts'
import { ENOUGH, type Fit, type Found, findElement } from './find-element.ts'
import type { Instruction, Way } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { findLooser } from './looser-names.ts'
import { likeness, nameOf } from './names.ts'
import { narrow } from './narrow.ts'
import type { PageTree, Place } from './page-tree.ts'
import { phrasesOf } from './phrase.ts'
import { noOption, notUnderstood } from './refusals.ts'

/** So good that the words need not be taken more loosely. */
const SURELY_FOUND = 1.9

/** The way whose words name an element best; the first of equals. */
export function bestWay(
  tree: PageTree,
  { within }: Instruction,
  ways: readonly Way[],
  fit: Fit,
): { way: Way; found: Found } {
  let best: { way: Way; found: Found } | null = null
  for (const way of ways) {
    const found = findField(tree, within, way.what ?? [], fit)
    if (best === null || worth(found) > worth(best.found)) best = { way, found }
  }
  for (const way of within === null && (best === null || worth(best.found) < SURELY_FOUND) ? ways : []) {
    const found = findLooser(tree, way.what ?? [], fit)
    if (found.kind === 'found' && (best === null || worth(found) > worth(best.found))) best = { way, found }
  }
  return best ?? { way: { value: [], what: null }, found: { kind: 'none', closest: [] } }
}

export function filled(place: Place, instruction: Instruction, tokens: readonly Token[]): StepChoice {
  const value = typedValue(instruction, tokens)
  if (value === '' && !isLiteral(tokens)) return notUnderstood('It does not say what to type.')
  if (place.node.options.length === 0) return { kind: 'act', action: 'fill', ref: place.node.ref, value }
  const option = optionIn(place, tokens)
  if (option === null) return noOption(value, place)
  return { kind: 'act', action: 'select', ref: place.node.ref, value: option }
}

/** The option that the words name; null unless one fits clearly better than the others. */
export function optionIn({ node }: Pick<Place, 'node'>, tokens: readonly Token[]): string | null {
  const names = phrasesOf(tokens)
  const scored = node.options
    .slice(0, MAX_OPTIONS)
    .map((option) => {
      const name = nameOf(option)
      return {
        option,
        score: Math.max(0, ...names.map((phrase) => likeness(phrase.name, name, phrase.mayBeLeftOut))),
      }
    })
    .filter(({ score }) => score >= ENOUGH)
    .sort((one, other) => other.score - one.score)
  const [best, second] = scored
  if (best === undefined || (second !== undefined && second.score > best.score - 0.04)) return null
  return best.option
}

/** Lists of all countries are shorter. */
export const MAX_OPTIONS = 300

const SELECTING = new Set(['select', 'choose', 'tick', 'mark', 'check'])

/** The box of a row or card by which it is selected: it says "Select", or nothing. */
export function boxFor(tree: PageTree, words: readonly Token[]): Place | null {
  if (words.some(({ low }) => low === 'as' || low === 'to' || low === 'with')) return null
  const boxes = tree.filter(
    ({ node, name }) =>
      (node.role === 'checkbox' || node.role === 'radio') &&
      (name.words.length === 0 || SELECTING.has(name.words[0] ?? '')),
  )
  const near = boxes.length === 0 ? null : narrow(tree, words, boxes)
  return near?.length === 1 ? (near[0] ?? null) : null
}

/** What is typed, without "the text" or "the password" in front of what is quoted. */
export function typedValue({ text }: Instruction, tokens: readonly Token[]): string {
  const quoted = tokens.filter(({ kind, isVariable }) => kind === 'quoted' && !isVariable)
  if (quoted.length === 1) return quoted[0]?.text ?? ''
  const last = tokens.at(-1)
  if (last?.isVariable && ARTICLES.has(tokens[0]?.low ?? '')) return last.text
  const start =
    tokens[0]?.kind === 'word' && LEADS.has(tokens[0].low) && tokens.length > 1 ? skipLeads(tokens) : 0
  return textOf(text, tokens.slice(start))
}

const ARTICLES = new Set(['the', 'my', 'a', 'an'])
const LEADS = new Set(['the', 'in'])
const LEAD_NOUNS = new Set(['text', 'value', 'word', 'words', 'number', 'name', 'phrase'])

function skipLeads(tokens: readonly Token[]): number {
  if (tokens[0]?.low === 'in') return 1
  return LEAD_NOUNS.has(tokens[1]?.low ?? '') && tokens.length > 2 ? 2 : 0
}

/** Whether it is quoted, and so surely the text itself. */
export function isLiteral(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind }) => kind === 'quoted')
}

const SEARCH_WORDS = new Set('the search box field bar input textbox searchbox area top page'.split(' '))

function findField(tree: PageTree, within: readonly Token[] | null, what: readonly Token[], fit: Fit): Found {
  const found = findElement({ tree, fit, within }, what)
  if (found.kind === 'found' || !what.every(({ kind, low }) => kind === 'mark' || SEARCH_WORDS.has(low)))
    return found
  const field = what.some(({ low }) => low.startsWith('search')) ? searchField(tree) : null
  return field === null || fit(field) === 0 ? found : { kind: 'found', place: field, score: 0.9 }
}

/** The one search box; else the one text field that is named so. */
export function searchField(tree: PageTree): Place | null {
  const boxes = tree.filter(({ node }) => node.role === 'searchbox')
  const fields = tree.filter(
    ({ node, name }) =>
      FILLABLE.has(node.role) &&
      node.options.length === 0 &&
      name.words.some((word) => word === 'search' || word === 'find'),
  )
  const found = boxes.length > 0 ? boxes : fields
  return found.length === 1 ? (found[0] ?? null) : null
}

function worth(found: Found): number {
  return found.kind === 'found' ? 1 + found.score : found.kind === 'several' ? found.score : -1
}
