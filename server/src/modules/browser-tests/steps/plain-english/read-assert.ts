import type { PageExpectation, PageSnapshot, PageTarget } from '../../../../ports/browser/port.ts'
import type { StepChoice } from '../step-reader.ts'
import { FILLABLE, INTERACTIVE, TICKABLE } from './element-kinds.ts'
import { optionIn } from './fields.ts'
import { type Fit, findElement, splitsOf } from './find-element.ts'
import type { Claim, Instruction } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { findLooser } from './looser-names.ts'
import { ALMOST_EQUAL, foldText, hasWord, likeness, nameOf } from './names.ts'
import { type PageTree, type Place, shownText } from './page-tree.ts'
import { type Phrase, phrasesOf } from './phrase.ts'
import { radioOfGroup } from './read-choosing.ts'
import { findText } from './read-extract.ts'
import { boxNamed, isBareText, isNumberOf, isValueOf, ofItem, radioIn } from './read-said.ts'
import { notOne, notUnderstood } from './refusals.ts'

type Assertion = Extract<StepChoice, { kind: 'assert' }>
type Expect = PageExpectation['expect']

interface Page {
  tree: PageTree
  snapshot: PageSnapshot
}

/** What is expected. A text may stand anywhere; only states and values are those of an element. */
export function readAssert(page: Page, instruction: Instruction, claim: Claim): StepChoice {
  switch (claim.expect) {
    case 'unclear':
      return notUnderstood(claim.reason)
    case 'visible':
    case 'hidden':
      if (claim.of && findElement({ tree: page.tree, fit: fieldFit, within: null }, claim.of).kind !== 'none')
        return notUnderstood('What a field holds is no text of the page; say what it should hold.')
      return shown(page, instruction, claim.expect, claim.what)
    case 'address':
      return asserted('url', { value: claim.value })
    case 'text':
      return said(page, instruction, claim.what, claim.value)
    case 'chosen':
      return chosen(page, instruction, claim)
    case 'count':
      return counted(page, claim)
    case 'empty':
      return fieldIsEmpty(page, instruction, claim.what)
    default:
      return inState(page, instruction, claim.expect, claim.what)
  }
}

function asserted(expect: Expect, rest: Partial<Omit<Assertion, 'kind' | 'expect'>>): Assertion {
  return { kind: 'assert', expect, ref: null, value: null, count: null, ...rest }
}

const anyFit: Fit = ({ node }) => (INTERACTIVE.has(node.role) ? 1 : 0.98)
const fieldFit: Fit = ({ node }) => (FILLABLE.has(node.role) ? 1 : 0)

function shown(
  page: Page,
  instruction: Instruction,
  expect: 'visible' | 'hidden',
  what: readonly Token[],
): StepChoice {
  const { tree } = page
  const quoted = what.filter(({ kind }) => kind === 'quoted')
  const kinded = phrasesOf(what).find(({ kind }) => kind !== null)
  const place = placeNamed(tree, instruction, what)
  // A place in the words has to be looked at: a text elsewhere on the page is not what was meant.
  if (place !== null) return asserted(expect, { ref: place.node.ref })
  const isElsewhere =
    quoted.length === 1 && isPlacedBehind(what, expect === 'visible' ? COMMON_PLACES : WHOLE_LISTS)
  if (isElsewhere) return elsewhere(instruction, expect, what)
  if (kinded !== undefined) return ofKind(tree, instruction, expect, what, kinded)
  if (quoted.length === 1) return asserted(expect, { value: quoted[0]?.text ?? '' })
  const text = bareText(instruction, what)
  if (text === '' || ARTICLES.test(text)) return notUnderstood('It does not say what is expected.')
  if (!isOnPage(page, text) && DESCRIBING.has(what.at(-1)?.low ?? '')) {
    return notUnderstood(`“${text}” describes what is expected; put the text itself into quotes.`)
  }
  const isLeftOver = what.some(({ kind, low }) => kind === 'word' && LEFT_OVER.has(low)) || isNumberOf(what)
  if (isLeftOver && !isOnPage(page, text))
    return notUnderstood('It is not clear what is expected; put the text itself into quotes.')
  return asserted(expect, { value: text })
}

const ARTICLES = /^(?:the|a|an|this|that|it)$/i
/** These are words of the sentence, hardly of a page. */
const LEFT_OVER = new Set('should shouldnt must mustnt possible impossible able unable cannot'.split(' '))

/** "Edit in the row of Anna": the element, where the words say so and the page has it. */
function placeNamed(tree: PageTree, { within }: Instruction, what: readonly Token[]): Place | null {
  const isPlaced =
    within !== null || splitsOf(what).some(({ tail }) => !tail.every(({ low }) => COMMON_PLACES.has(low)))
  if (!isPlaced) return null
  const whole = findElement({ tree, fit: anyFit, within }, what)
  return whole.kind === 'found' &&
    phrasesOf(what).every(({ name, mayBeLeftOut }) => likeness(name, whole.place.name, mayBeLeftOut) === 0)
    ? whole.place
    : null
}

function isPlacedBehind(what: readonly Token[], common: ReadonlySet<string>): boolean {
  const at = what.findIndex(({ kind }) => kind === 'quoted')
  return splitsOf(what).some(
    ({ head, tail }) => head.length > at && !tail.every(({ low }) => common.has(low)),
  )
}

/** The text is not in that part of the page; whether it is anywhere else is not what was asked. */
function elsewhere({ text }: Instruction, expect: 'visible' | 'hidden', what: readonly Token[]): StepChoice {
  if (expect === 'visible') return notOne(textOf(text, what), { kind: 'none', closest: [] })
  return notUnderstood('Only what is nowhere on the page can be expected to be hidden; leave the place out.')
}

const COMMON_PLACES = new Set(
  'the a page screen list table results result cart basket app site top bottom inbox'.split(' '),
)
/** What is not in these is nowhere: a cart may lack what the shop shows. */
const WHOLE_LISTS = new Set('the a page screen list table results result app site'.split(' '))
const DESCRIBING = new Set(
  'message text error notification confirmation banner page screen picture image photo logo results warning'.split(
    ' ',
  ),
)

function ofKind(
  tree: PageTree,
  { within }: Instruction,
  expect: 'visible' | 'hidden',
  what: readonly Token[],
  phrase: Phrase,
): StepChoice {
  const found = findElement({ tree, fit: anyFit, within }, what)
  const name = phrase.name.text.trim()
  const alike = tree.filter(({ node }) => phrase.kind?.roles.includes(node.role))
  // "No headings" means none at all.
  const isEvery = expect === 'hidden' && name === '' && alike.length > 1
  if (found.kind === 'found' && !isEvery) return asserted(expect, { ref: found.place.node.ref })
  const role = phrase.kind?.roles[0]
  if (found.kind === 'several' && expect === 'visible')
    return asserted(expect, { ref: found.places[0]?.node.ref ?? null })
  if (role === undefined) return asserted(expect, { value: name })
  if (name === '' && expect === 'hidden') return asserted('count', { count: 0, target: allOf(role) })
  if (splitsOf(what).length > 0 && !what.some(({ kind }) => kind === 'quoted'))
    return notUnderstood(`It is not clear what “${name}” is; put the text itself into quotes.`)
  const target: PageTarget = name === '' ? { role } : { role, name }
  return asserted(expect, { value: name === '' ? null : name, target })
}

function bareText({ text }: Instruction, what: readonly Token[]): string {
  let start = 0
  while (start < what.length - 1 && LEADS.has(what[start]?.low ?? '')) start++
  let end = what.length
  for (const tail of TAILS) {
    if (
      end - start > tail.length &&
      tail.every((word, index) => what[end - tail.length + index]?.low === word)
    )
      end -= tail.length
  }
  while (end > start && what[end - 1]?.kind === 'mark') end--
  return textOf(text, what.slice(start, end))
}

const LEADS = new Set('the a an text words word message saying that says reads :'.split(' '))
const TAILS = ['on the page', 'on the screen', 'on screen', 'in the list', 'on this page', 'somewhere'].map(
  (tail) => tail.split(' '),
)

function isOnPage({ tree, snapshot }: Page, text: string): boolean {
  const wanted = foldText(text)
  return (
    tree.some((place) => foldText(shownText(place)).includes(wanted)) ||
    foldText(snapshot.title).includes(wanted)
  )
}

/** A field of which only the beginning is said is hardly what a sentence is about. */
const SURELY = 0.88
const ADDRESS = new Set(['url', 'address', 'path', 'location', 'uri'])
const AROUND = new Set(
  'the page browser current pages of bar tab window document this web site apps'.split(' '),
)

function said(
  page: Page,
  instruction: Instruction,
  what: readonly Token[],
  value: readonly Token[],
): StepChoice {
  const { tree } = page
  const subject = what.filter(({ kind, low }) => kind === 'word' && !AROUND.has(low)).map(({ low }) => low)
  const text = textOf(instruction.text, value)
  const isText = value.some(({ kind }) => kind === 'quoted') || /\p{N}/u.test(text)
  if (LEFT_BEHIND.test(text) && value[0]?.kind !== 'quoted' && !isOnPage(page, text))
    return notUnderstood(`It is not clear what shows “${text}”; put the text itself into quotes.`)
  if (subject.length === 1 && ADDRESS.has(subject[0] ?? ''))
    return asserted('url', { value: addressIn(value) ?? text })
  if (subject.length === 1 && subject[0] === 'title' && instruction.within === null)
    return titled(tree, what, text)
  const whole = bareText(instruction, instruction.tokens)
  if (!value.some(({ kind }) => kind === 'quoted') && isOnPage(page, whole))
    return asserted('visible', { value: whole })
  const heading = phrasesOf(what).find(
    ({ kind, name }) => kind?.roles.includes('heading') && name.full.length === 0,
  )
  if (heading !== undefined) return headed(tree, text)
  const exact = findElement({ tree, fit: fieldFit, within: instruction.within }, what)
  const field =
    exact.kind === 'none' && instruction.within === null ? findLooser(tree, what, fieldFit) : exact
  const isNamed =
    field.kind === 'found' && (field.score > SURELY || phrasesOf(what).some(({ kind }) => kind !== null))
  if (field.kind === 'found' && isNamed && isValueOf(field.place, value))
    return asserted('value', { ref: field.place.node.ref, value: text })
  const found = findText(tree, what, instruction.within)
  if (
    found.kind === 'found' &&
    nameOf(shownText(found.place)).full.length > 0 &&
    foldText(shownText(found.place)).includes(foldText(text))
  ) {
    return asserted('text', { ref: found.place.node.ref, value: text })
  }
  const own = ofItem(tree, what, text)
  if (
    own !== null &&
    (isBareText(value) || isOnPage(page, text) || foldText(shownText(own)) === foldText(text))
  )
    return asserted('text', { ref: own.node.ref, value: text })
  const box = subject.includes('that') ? null : boxNamed(tree, text)
  if (box !== null) return asserted('checked', { ref: box.node.ref })
  // Such a figure stands somewhere on most pages.
  if (/^\d{1,3}$/.test(text)) return notOne(textOf(instruction.text, what), { kind: 'none', closest: [] })
  if (isText && (isBareText(value) || isOnPage(page, text)) && instruction.within === null)
    return asserted('visible', { value: text })
  return notUnderstood(`It is not clear what shows “${text}”; put the text itself into quotes.`)
}

const LEFT_BEHIND = / (?:left|remaining|altogether|in total|so far)$/i

function addressIn(value: readonly Token[]): string | null {
  const quoted = value.find(({ kind }) => kind === 'quoted')
  const part =
    quoted ??
    value.findLast(({ kind, text }) => kind === 'word' && /[/=.?#]/.test(text)) ??
    (value.length === 1 ? value[0] : undefined)
  return part?.text ?? value.findLast(({ kind }) => kind === 'word')?.text ?? null
}

/** A field that is called "Title" might be meant instead, unless the page is mentioned. */
function titled(tree: PageTree, what: readonly Token[], text: string): StepChoice {
  const fields = tree.filter(({ node, name }) => FILLABLE.has(node.role) && hasWord(name, 'title'))
  const isPage = what.some(({ low }) => /^(?:page|pages|browser|tab|window|document)$/.test(low))
  if (fields.length > 0 && !isPage) return notOne('title', { kind: 'several', places: fields, score: 1 })
  return asserted('title', { value: text })
}

function headed(tree: PageTree, text: string): StepChoice {
  const name = nameOf(text)
  const headings = tree.filter(
    (place) => place.node.role === 'heading' && likeness(name, place.name) > ALMOST_EQUAL,
  )
  if (headings[0] !== undefined) return asserted('visible', { ref: headings[0].node.ref })
  return asserted('visible', { value: text, target: { role: 'heading', name: text } })
}

function chosen(
  page: Page,
  instruction: Instruction,
  { what, value }: Extract<Claim, { expect: 'chosen' }>,
): StepChoice {
  const fit: Fit = ({ node }) => (node.role === 'combobox' || node.role === 'listbox' ? 1 : 0)
  const found = findElement({ tree: page.tree, fit, within: null }, what)
  if (found.kind === 'none') {
    const radio = radioIn(page.tree, what, value)
    if (radio !== null) return asserted('checked', { ref: radio.node.ref })
  }
  if (found.kind !== 'found') return notOne(textOf(instruction.text, what), found)
  const text = optionIn(found.place, value) ?? textOf(instruction.text, value)
  return asserted('value', { ref: found.place.node.ref, value: text })
}

/** Rows without those that hold captions. */
const ROWS = 'tr:has(td):visible, [role=row]:has([role=cell], [role=gridcell]):visible'

function allOf(role: string): PageTarget {
  return role === 'row' ? { css: ROWS } : { role }
}

function counted({ tree }: Page, { what, count }: Extract<Claim, { expect: 'count' }>): StepChoice {
  const phrase = phrasesOf(what).find(({ kind }) => kind !== null)
  if (phrase?.kind == null) return notUnderstood('It does not say what is counted.')
  const { roles } = phrase.kind
  const role = roles.find((each) => tree.some(({ node }) => node.role === each)) ?? roles[0] ?? ''
  const name = phrase.name.text.trim()
  const target = name === '' ? allOf(role) : { role, name }
  return asserted('count', { value: name === '' ? null : name, count, target })
}

function fieldIsEmpty(page: Page, instruction: Instruction, what: readonly Token[]): StepChoice {
  const found = findElement({ tree: page.tree, fit: fieldFit, within: instruction.within }, what)
  if (found.kind === 'found') return asserted('value', { ref: found.place.node.ref, value: '' })
  return orOnPage(page, instruction, notOne(textOf(instruction.text, what), found))
}

function inState(
  page: Page,
  instruction: Instruction,
  expect: 'enabled' | 'disabled' | 'checked' | 'unchecked',
  what: readonly Token[],
): StepChoice {
  const isTick = expect === 'checked' || expect === 'unchecked'
  const fit: Fit = ({ node }) =>
    isTick ? (TICKABLE.has(node.role) ? 1 : 0) : INTERACTIVE.has(node.role) ? 1 : 0
  const found = findElement({ tree: page.tree, fit, within: instruction.within }, what)
  const radio = isTick && found.kind === 'none' ? radioOfGroup(page.tree, what) : null
  if (radio !== null) return asserted(expect, { ref: radio.node.ref })
  if (found.kind !== 'found') {
    const phrase = phrasesOf(what).find(({ kind, name }) => kind !== null && name.full.length > 0)
    const role = phrase?.kind?.roles.find((each) => (isTick ? TICKABLE : INTERACTIVE).has(each))
    if (found.kind === 'none' && phrase !== undefined && role !== undefined) {
      return asserted(expect, { value: phrase.name.text, target: { role, name: phrase.name.text } })
    }
    return orOnPage(page, instruction, notOne(textOf(instruction.text, what), found))
  }
  const { role, ref } = found.place.node
  // "Dark mode is enabled" speaks of what the switch does, "the switch is enabled" of the switch.
  const isMeantAsTick =
    !isTick &&
    (role === 'switch' || role === 'checkbox') &&
    !phrasesOf(what).some(({ kind }) => kind !== null)
  return asserted(isMeantAsTick ? (expect === 'enabled' ? 'checked' : 'unchecked') : expect, { ref })
}

/** The sentence may be what the page says: "Your cart is empty". */
function orOnPage(page: Page, instruction: Instruction, otherwise: StepChoice): StepChoice {
  const whole = bareText(instruction, instruction.tokens)
  return isOnPage(page, whole) ? asserted('visible', { value: whole }) : otherwise
}
