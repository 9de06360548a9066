import type { StepChoice } from '../step-reader.ts'
import { FILLABLE, INTERACTIVE, TICKABLE } from './element-kinds.ts'
import { ENOUGH, type Fit, type Found, findElement } from './find-element.ts'
import type { Instruction } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { ALMOST_EQUAL, likeness, type Name, nameOf } from './names.ts'
import { narrow } from './narrow.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import type { PageTree, Place } from './page-tree.ts'
import { notOne } from './refusals.ts'

/** Below this, words that do not even begin with a verb are no name of a control. */
const NAMED = 0.75
const LONGEST_HEAD = 3

/** "Log out" is a button; "Reply to Samir" is the button Reply that belongs to Samir. */
export function readName(tree: PageTree, { text, tokens, within }: Instruction): StepChoice {
  const whole = findElement({ tree, fit: commandFit, within }, tokens)
  // "Pay by card" says how; that is more than the button Pay.
  const how = tokens.find(({ kind, low }) => kind === 'word' && MEANS.has(low))
  if (how !== undefined && !(whole.kind === 'found' && whole.place.name.full.includes(how.low)))
    return notOne(
      textOf(text, tokens),
      whole.kind === 'found' ? { kind: 'none', closest: [whole.place] } : whole,
    )
  if (whole.kind === 'found' && whole.score >= NAMED) return clicked(whole.place)
  const fresh = newOne(tree, tokens)
  if (fresh !== null) return clicked(fresh)
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  for (const { names, what } of commandsIn(text, words)) {
    const found = commandFor(tree, names, what)
    if (found.kind === 'found') return clicked(found.place)
    if (found.kind === 'several') return notOne(textOf(text, tokens), found)
  }
  const none: Exclude<Found, { kind: 'found' }> =
    whole.kind === 'found' ? { kind: 'none', closest: [whole.place] } : whole
  return notOne(textOf(text, tokens), none)
}

const MEANS = new Set(['by', 'via', 'using'])
const CREATING = new Set(['create', 'add', 'start', 'make'])

/** "Create a new folder": the button "New folder". */
function newOne(tree: PageTree, tokens: readonly Token[]): Place | null {
  const said = nameOf(
    tokens
      .slice(1)
      .map(({ text }) => text)
      .join(' '),
  )
  const name = said.words[0] === 'new' ? said : nameOf(`new ${said.words.join(' ')}`)
  if (!CREATING.has(tokens[0]?.low ?? '') || tokens.some(({ kind }) => kind === 'quoted')) return null
  const places = tree.filter((place) => commandFit(place) > 0 && likeness(name, place.name) > ALMOST_EQUAL)
  return places.length === 1 ? (places[0] ?? null) : null
}

/** What has one of the names and belongs to what the words say. */
export function commandFor(tree: PageTree, names: readonly Name[], what: readonly Token[]): Found {
  const places = tree.filter(
    (place) =>
      commandFit(place) > 0 && !isTitle(place) && names.some((name) => likeness(name, place.name) >= 0.9),
  )
  if (places.length === 0) return { kind: 'none', closest: [] }
  const isSaidInFull = names.some(({ words }) => words.length > 1) && what.every(isObject)
  if (isWholeForm(what) || isSaidInFull) return oneOf(places)
  return oneOf(narrow(tree, what, places) ?? narrow(tree, withoutOrigin(what), places) ?? [])
}

function oneOf(places: Place[]): Found {
  const [only] = places
  if (only === undefined) return { kind: 'none', closest: [] }
  return places.length === 1
    ? { kind: 'found', place: only, score: NAMED }
    : { kind: 'several', places, score: ENOUGH }
}

/** A link of several words is what something is called, rather than what can be done with it. */
function isTitle({ node, name }: Place): boolean {
  return node.role === 'link' && name.words.length > 1 && !name.words.some((word) => PARTICLES.has(word))
}

const commandFit: Fit = ({ node }) => (INTERACTIVE.has(node.role) && !FILLABLE.has(node.role) ? 1 : 0)

/** "Edit | Anna", and "Add | the lamp | to the cart" for a button "Add to cart". */
function commandsIn(text: string, words: readonly Token[]): { names: Name[]; what: Token[] }[] {
  const commands: { names: Name[]; what: Token[] }[] = []
  for (let length = Math.min(LONGEST_HEAD, words.length - 1); length >= 1; length--) {
    const head = words.slice(0, length)
    if (head.every(({ kind }) => kind === 'word'))
      commands.push({ names: [nameOf(textOf(text, head))], what: words.slice(length) })
  }
  const at = words.findLastIndex(({ kind, low }) => kind === 'word' && PARTICLES.has(low))
  const [verb, goal] = [words[0], words.slice(at)]
  if (at > 1 && verb?.kind === 'word' && goal.length > 1 && goal.every(({ kind }) => kind === 'word')) {
    // "to the featured courses" may be "to featured" on the button.
    const isNoun = goal.length > 2 && OBJECT_NOUNS.has(nameOf(goal.at(-1)?.low ?? '').words[0] ?? '')
    const goals = isNoun ? [goal, goal.slice(0, -1)] : [goal]
    commands.unshift({
      names: goals.map((each) => nameOf(`${verb.text} ${textOf(text, each)}`)),
      what: words.slice(1, at),
    })
  }
  return commands
}

const PARTICLES = new Set(['to', 'for', 'from', 'as', 'in'])

/** "Save the changes": all that is on the page, so that there can be one button only. */
function isWholeForm(what: readonly Token[]): boolean {
  return what.every(({ kind, low }) => kind !== 'quoted' && WHOLE_FORM.has(low))
}

/** "Add the product to the cart": nothing says which product, so that there has to be one such button only. */
function isObject({ kind, low }: Token): boolean {
  return kind === 'word' && (ARTICLES.has(low) || OBJECT_NOUNS.has(low))
}

const ARTICLES = new Set(['the', 'this', 'a', 'an', 'my'])
const WHOLE_FORM = new Set(
  'the this my your these all form changes details data settings input it'.split(' '),
)
const ORIGINS = new Set(['from', 'out', 'off'])

/** "the scarf from the order": the scarf, unless a particular order is named. */
function withoutOrigin(what: readonly Token[]): readonly Token[] {
  const at = what.findLastIndex(({ kind, low }) => kind === 'word' && ORIGINS.has(low))
  const isPlain = what.slice(at + 1).every(({ kind, text }) => kind === 'word' && /^\p{Ll}+$/u.test(text))
  return at > 0 && isPlain ? what.slice(0, at) : what
}

/** Boxes and the like stay ticked that are ticked already. */
export function clicked({ node }: Place): StepChoice {
  const action = TICKABLE.has(node.role) && node.role !== 'switch' ? 'check' : 'click'
  return { kind: 'act', action, ref: node.ref, value: null }
}
