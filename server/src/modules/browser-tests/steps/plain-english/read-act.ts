import type { StepChoice } from '../step-reader.ts'
import { FILLABLE, INTERACTIVE, TICKABLE } from './element-kinds.ts'
import { boxFor } from './fields.ts'
import { type Fit, findElement } from './find-element.ts'
import type { Instruction, Intent } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { ALMOST_EQUAL, likeness, nameOf } from './names.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import type { PageTree, Place } from './page-tree.ts'
import { readChoosing, readSetting } from './read-choosing.ts'
import { readFilling, readSearching, readUploading } from './read-filling.ts'
import { isStartPage } from './read-intent.ts'
import { clicked, commandFor, readName } from './read-name.ts'
import { notOne } from './refusals.ts'

type ActIntent = Exclude<
  Intent,
  { kind: 'assert' | 'wait' | 'wait_for' | 'extract' | 'unclear' | 'navigate' }
>

/** What to do on the page; a sentence that is the name of a control ("Add to cart") asks for a click on it. */
export function readAct(tree: PageTree, instruction: Instruction, intent: ActIntent): StepChoice {
  const named = intent.kind === 'upload' ? null : controlNamed(tree, instruction)
  if (named !== null) return named
  const choice = readVerb(tree, instruction, intent)
  if (choice.kind !== 'not_understood' || intent.kind === 'name' || !MAY_BE_A_NAME.has(intent.kind))
    return choice
  const byName = readName(tree, instruction)
  return byName.kind === 'not_understood' ? choice : byName
}

/** Their verbs are often the beginning of a button: "Mark as read", "Show all", "Add a note". */
const MAY_BE_A_NAME = new Set<ActIntent['kind']>([
  'check',
  'uncheck',
  'show',
  'state',
  'search',
  'arrange',
  'set',
  'clear',
  'visit',
  'toggle',
])

function readVerb(tree: PageTree, instruction: Instruction, intent: ActIntent): StepChoice {
  switch (intent.kind) {
    case 'visit':
      if (isStartPage(intent.what)) return { kind: 'navigate', path: '/' }
      return opened(tree, instruction, intent.what)
    case 'show':
      return shown(tree, instruction, intent.what)
    case 'click':
      return clickedFor(tree, instruction, intent.what)
    case 'toggle':
      return acted(tree, instruction, intent.what, 'click', tickFit)
    case 'double_click':
    case 'hover':
      return acted(tree, instruction, intent.what, intent.kind, anyFit)
    case 'check':
    case 'uncheck':
      return acted(tree, instruction, intent.what, intent.kind, intent.kind === 'check' ? tickFit : untickFit)
    case 'clear':
      return cleared(tree, instruction, intent.what)
    case 'press':
      return pressed(tree, instruction, intent)
    case 'fill':
    case 'state':
      return readFilling(tree, instruction, intent)
    case 'search':
      return readSearching(tree, instruction, intent.ways)
    case 'upload':
      return readUploading(tree, instruction, intent.ways)
    case 'choose':
      return readChoosing(tree, instruction, intent.ways)
    case 'set':
    case 'arrange':
      return readSetting(tree, instruction, intent)
    case 'take':
      return taken(tree, instruction, intent.what)
    case 'name':
      return readName(tree, instruction)
  }
}

/** What has no role to be clicked has to be named exactly. */
const ONLY_EXACT = 0.72

const clickFit: Fit = ({ node }) => {
  if (FILLABLE.has(node.role) || node.role === 'listbox') return 0.9
  if (TICKABLE.has(node.role)) return 0.97
  return INTERACTIVE.has(node.role) ? 1 : STATIC_PARTS.has(node.role) ? 0 : ONLY_EXACT
}
const visitFit: Fit = (place) => (place.node.role === 'button' ? 0.97 : clickFit(place))
const anyFit: Fit = ({ node }) => (INTERACTIVE.has(node.role) ? 1 : STATIC_PARTS.has(node.role) ? 0.75 : 0.9)
const tickFit: Fit = ({ node }) => (TICKABLE.has(node.role) ? 1 : 0)
const untickFit: Fit = ({ node }) => (TICKABLE.has(node.role) && !node.role.includes('radio') ? 1 : 0)
const fieldFit: Fit = ({ node }) => (FILLABLE.has(node.role) && node.options.length === 0 ? 1 : 0)
/** Clicking these means clicking somewhere in them. */
const STATIC_PARTS = new Set(
  'main banner contentinfo region form list table grid navigation complementary group toolbar tablist radiogroup dialog document search'.split(
    ' ',
  ),
)

function acted(
  tree: PageTree,
  { text, within }: Instruction,
  what: readonly Token[],
  action: 'click' | 'double_click' | 'hover' | 'check' | 'uncheck',
  fit: Fit,
): StepChoice {
  const found = findElement({ tree, fit, within }, what)
  if (found.kind === 'found') return { kind: 'act', action, ref: found.place.node.ref, value: null }
  const box =
    action === 'check' || action === 'uncheck' ? (boxFor(tree, what) ?? boxOfState(tree, what)) : null
  if (box !== null) return { kind: 'act', action, ref: box.node.ref, value: null }
  return notOne(textOf(text, what), found)
}

/** "Open the past orders": the tab Past, if nothing is called as the words say. */
function opened(tree: PageTree, instruction: Instruction, what: readonly Token[]): StepChoice {
  const choice = acted(tree, instruction, what, 'click', visitFit)
  const noun = nameOf(what.at(-1)?.low ?? '').words[0] ?? ''
  if (choice.kind === 'act' || !OBJECT_NOUNS.has(noun)) return choice
  const tab = acted(tree, instruction, what.slice(0, -1), 'click', tabFit)
  return tab.kind === 'act' ? tab : choice
}

const tabFit: Fit = ({ node }) => (node.role === 'tab' ? 1 : 0)

/** What is shown by a box is shown when the box is ticked. */
function shown(tree: PageTree, instruction: Instruction, what: readonly Token[]): StepChoice {
  const found = findElement({ tree, fit: clickFit, within: instruction.within }, what)
  if (found.kind === 'found') return clicked(found.place)
  return notOne(textOf(instruction.text, what), found)
}

/** "Mark the task as urgent": the box Urgent, as long as nothing particular is marked. */
function boxOfState(tree: PageTree, what: readonly Token[]): Place | null {
  const at = what.findLastIndex(({ kind, low }) => kind === 'word' && low === 'as')
  if (at < 1 || what.slice(0, at).some(({ text, kind }) => kind === 'quoted' || !/^\p{Ll}+$/u.test(text)))
    return null
  const name = nameOf(
    what
      .slice(at + 1)
      .map(({ text }) => text)
      .join(' '),
  )
  const boxes = tree.filter((place) => tickFit(place) > 0 && likeness(name, place.name) > ALMOST_EQUAL)
  return boxes.length === 1 ? (boxes[0] ?? null) : null
}

/** "Click Continue to go to the next page": what it is good for is no part of the name. */
function clickedFor(tree: PageTree, instruction: Instruction, what: readonly Token[]): StepChoice {
  const whole = acted(tree, instruction, what, 'click', clickFit)
  const at = what.findLastIndex(({ low }, index) => low === 'to' && PURPOSES.has(what[index + 1]?.low ?? ''))
  if (whole.kind === 'act' || at < 1) return whole
  const named = what.slice(0, what[at - 1]?.low === 'order' && at > 2 ? at - 2 : at)
  const purpose = what.slice(at + 1).map(({ low }) => low)
  const isSwitching = purpose[0] === 'turn' || purpose[0] === 'switch'
  const action = purpose.includes('off') ? 'uncheck' : 'check'
  const choice = isSwitching
    ? acted(tree, instruction, named, action, tickFit)
    : acted(tree, instruction, named, 'click', clickFit)
  return choice.kind === 'act' ? choice : whole
}

const PURPOSES = new Set(
  'turn switch open close go continue proceed submit save confirm see view show finish start expand log sign get return load create edit'.split(
    ' ',
  ),
)

/** What is ticked is unticked; else what removes it is clicked. */
function taken(tree: PageTree, instruction: Instruction, what: readonly Token[]): StepChoice {
  const { text, within } = instruction
  const box = findElement({ tree, fit: untickFit, within }, what)
  if (box.kind === 'found') return { kind: 'act', action: 'uncheck', ref: box.place.node.ref, value: null }
  const button = commandFor(tree, [nameOf('remove')], what)
  return button.kind === 'found' ? clicked(button.place) : notOne(textOf(text, what), button)
}

function cleared(tree: PageTree, { text, within }: Instruction, what: readonly Token[]): StepChoice {
  const found = findElement({ tree, fit: fieldFit, within }, what)
  if (found.kind !== 'found') return notOne(textOf(text, what), found)
  return { kind: 'act', action: 'fill', ref: found.place.node.ref, value: '' }
}

function pressed(
  tree: PageTree,
  instruction: Instruction,
  { key, isPlain, what, name }: Extract<Intent, { kind: 'press' }>,
): StepChoice {
  if (what !== null) {
    const found = findElement({ tree, fit: anyFit, within: null }, what)
    if (found.kind !== 'found') return notOne(textOf(instruction.text, what), found)
    return { kind: 'act', action: 'press', ref: found.place.node.ref, value: key }
  }
  if (!isPlain) {
    const called = nameOf(textOf(instruction.text, name)).full.join(' ')
    const places = tree.filter((place) => clickFit(place) === 1 && place.name.full.join(' ') === called)
    if (places.length > 1) return notOne(called, { kind: 'several', places, score: 1 })
    if (places[0] !== undefined) return clicked(places[0])
  }
  return { kind: 'act', action: 'press', ref: null, value: key }
}

/** The whole sentence is, word by word, what a control is called. */
function controlNamed(tree: PageTree, { text, tokens, within }: Instruction): StepChoice | null {
  if (within !== null || tokens.length < 2 || tokens.some(({ kind }) => kind === 'quoted')) return null
  const name = nameOf(textOf(text, tokens))
  const places = tree.filter(
    (place) =>
      INTERACTIVE.has(place.node.role) &&
      !FILLABLE.has(place.node.role) &&
      likeness(name, place.name) > ALMOST_EQUAL,
  )
  if (places.length > 1) return notOne(name.text, { kind: 'several', places, score: 1 })
  return places[0] === undefined ? null : clicked(places[0])
}
