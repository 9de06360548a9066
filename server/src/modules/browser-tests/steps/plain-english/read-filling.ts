import type { StepChoice } from '../step-reader.ts'
import { FILLABLE } from './element-kinds.ts'
import { bestWay, filled, isLiteral, searchField } from './fields.ts'
import { type Fit, type Found, findElement } from './find-element.ts'
import type { Instruction, Way } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import type { PageTree, Place } from './page-tree.ts'
import { readWays } from './read-ways.ts'
import { notOne, notUnderstood } from './refusals.ts'

/** Types a value into the field that one of the ways to take the sentence apart names best. */
export function readFilling(
  tree: PageTree,
  instruction: Instruction,
  { kind, ways }: { kind: 'fill' | 'state'; ways: readonly Way[] },
): StepChoice {
  const possible =
    kind === 'state'
      ? ways.filter(({ value }) => isLiteral(value) || value.some(({ text }) => /@|\p{Lu}\p{N}/u.test(text)))
      : ways
  const named = possible.filter(({ what }) => what !== null)
  if (named.length === 0) return intoOnlyField(tree, instruction, possible[0])
  const best = bestWay(tree, instruction, named, fillFit)
  if (best.found.kind !== 'found') return notOne(textOf(instruction.text, best.way.what ?? []), best.found)
  if (namesAnotherField(tree, best.way.value))
    return notUnderstood('It fills in two fields; make each a step of its own.')
  return filled(best.found.place, instruction, best.way.value)
}

/** "a in First name and b": the value holds a second step. */
function namesAnotherField(tree: PageTree, value: readonly Token[]): boolean {
  if (value.filter(({ kind }) => kind === 'quoted').length > 1) return true
  const end = value.findIndex(({ kind, low }) => low === 'and' || (kind === 'mark' && low === ','))
  if (end === -1) return false
  return readWays('fill', value.slice(0, end)).some(({ what }) => {
    const found = what === null ? null : findElement({ tree, fit: fillFit, within: null }, what)
    return found?.kind === 'found' && found.score > 0.85
  })
}

/** "Search for V": into the one field for that. */
export function readSearching(tree: PageTree, instruction: Instruction, ways: readonly Way[]): StepChoice {
  const named = ways.filter(({ what }) => what !== null)
  if (named.length > 0) {
    const best = bestWay(tree, instruction, named, fillFit)
    if (best.found.kind === 'found') return filled(best.found.place, instruction, best.way.value)
  }
  const way = ways.find(({ what }) => what === null)
  const isAsked = instruction.tokens[1]?.low === 'for' || instruction.tokens[1]?.low === 'up'
  const field = searchField(tree)
  // "Search the catalogue for lamps".
  const at = instruction.tokens.findIndex(
    ({ kind, low }, index) => index > 1 && kind === 'word' && low === 'for',
  )
  if (!isAsked && at !== -1 && field !== null)
    return filled(field, instruction, instruction.tokens.slice(at + 1))
  if (way === undefined || !(isAsked || isLiteral(way.value)))
    return notUnderstood('It does not say what to search for.')
  if (field === null)
    return notUnderstood('The page has no one field to search with; say into which to type.')
  return filled(field, instruction, way.value)
}

/** A file goes to what is named, else to the one thing on the page that takes files. */
export function readUploading(tree: PageTree, instruction: Instruction, ways: readonly Way[]): StepChoice {
  const named = ways.filter(({ what }) => what !== null && !what.every(({ low }) => ANY_FILE.has(low)))
  const best = named.length === 0 ? null : bestWay(tree, instruction, named, uploadFit)
  if (best?.found.kind === 'found' && isUpload(best.found)) return uploaded(best.found.place, best.way.value)
  // "to the card" says nothing of where on the page; "as the certificate" does.
  const isAnyObject = named.every(
    ({ what }) =>
      !instruction.tokens.some(({ low }) => low === 'as') &&
      what?.every(({ low }) => ANY_FILE.has(low) || OBJECT_NOUNS.has(low)),
  )
  if (best?.found.kind === 'several' && !isAnyObject)
    return notOne(textOf(instruction.text, best.way.what ?? []), best.found)
  const whole = findElement({ tree, fit: uploadFit, within: instruction.within }, instruction.tokens)
  if (whole.kind === 'found' && takesFiles(whole.place)) return uploaded(whole.place, [])
  const takers = tree.filter(takesFiles)
  const [only] = takers
  if (only === undefined || takers.length > 1 || !isAnyObject) {
    return notOne(
      textOf(instruction.text, instruction.tokens),
      takers.length > 1 ? { kind: 'several', places: takers, score: 1 } : { kind: 'none', closest: takers },
    )
  }
  return uploaded(only, ways[0]?.value ?? [])
}

const fillFit: Fit = ({ node }) => {
  if (!FILLABLE.has(node.role)) return 0
  return node.options.length > 0 ? 0.95 : 1
}
const uploadFit: Fit = ({ node }) => (node.role === 'button' || node.role === 'link' ? 1 : 0)
/** A button that does not speak of files has to be named in full. */
const SURELY = 0.88
/** What is uploaded, not where to. */
const ANY_FILE = new Set(
  'the a an this my file files document picture image photo attachment named called'.split(' '),
)
const FILES = new Set(['upload', 'attach', 'browse', 'file', 'attachment'])

function isUpload({ place, score }: Extract<Found, { kind: 'found' }>): boolean {
  return takesFiles(place) || (place.node.role === 'button' && score > SURELY)
}

function takesFiles(place: Place): boolean {
  return uploadFit(place) > 0 && place.name.words.some((word) => FILES.has(word))
}

function intoOnlyField(tree: PageTree, instruction: Instruction, way: Way | undefined): StepChoice {
  if (way === undefined || !isLiteral(way.value))
    return notUnderstood('It does not say what to type, and where: put the text into quotes.')
  const fields = tree.filter((place) => fillFit(place) === 1)
  const focused = fields.filter(({ node }) =>
    node.states.some((state) => state === 'focused' || state === 'active'),
  )
  const [only] = focused.length === 1 ? focused : fields
  if (only !== undefined && (focused.length === 1 || fields.length === 1))
    return filled(only, instruction, way.value)
  return notUnderstood('It does not say into which field.')
}

function uploaded({ node }: Place, tokens: readonly Token[]): StepChoice {
  const file = tokens.find(({ kind, text }) => kind === 'quoted' || /[^.]\.[A-Za-z0-9]{1,5}$/.test(text))
  return { kind: 'act', action: 'upload', ref: node.ref, value: file === undefined ? null : file.text }
}
