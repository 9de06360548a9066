import type { StepChoice } from '../step-reader.ts'
import { CHOOSABLE, FILLABLE, TICKABLE } from './element-kinds.ts'
import { bestWay, boxFor, filled, MAX_OPTIONS, optionIn } from './fields.ts'
import { ENOUGH, type Fit, findElement } from './find-element.ts'
import type { Instruction, Way } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { ALMOST_EQUAL, likeness, nameOf } from './names.ts'
import { aboveWith, holds, type PageTree, type Place } from './page-tree.ts'
import { phrasesOf } from './phrase.ts'
import { clicked } from './read-name.ts'
import { noOption, notOne, notUnderstood } from './refusals.ts'

/** Chooses in the list that is named; else the one thing on the page that can be chosen under this name. */
export function readChoosing(tree: PageTree, instruction: Instruction, ways: readonly Way[]): StepChoice {
  const named = ways.filter(({ what }) => what !== null)
  if (named.length > 0) {
    const { way, found } = bestWay(tree, instruction, named, listFit)
    if (found.kind === 'found') return chosenIn(tree, found.place, instruction, way.value)
    if (found.kind === 'several') return notOne(textOf(instruction.text, way.what ?? []), found)
  }
  const value = ways.find(({ what }) => what === null)?.value ?? []
  // A list was named that the page does not have: a link of that name is something else.
  return chosenAnywhere(tree, instruction, value, named.length > 0 ? optionFit : choiceFit)
}

/** "Set T to V", and "sort by V" in the list that sorts. */
export function readSetting(
  tree: PageTree,
  instruction: Instruction,
  { kind, ways }: { kind: 'set' | 'arrange'; ways: readonly Way[] },
): StepChoice {
  if (kind === 'arrange') return arranged(tree, instruction, ways)
  const { way, found } = bestWay(tree, instruction, ways, settingFit)
  if (found.kind !== 'found') return notOne(textOf(instruction.text, way.what ?? []), found)
  const { place } = found
  if (TICKABLE.has(place.node.role)) return switched(place, way.value)
  if (!FILLABLE.has(place.node.role) || place.node.role === 'listbox')
    return chosenIn(tree, place, instruction, way.value)
  return filled(place, instruction, way.value)
}

const GROUPS = new Set(['radiogroup', 'group'])
const listFit: Fit = ({ node }) => (CHOOSABLE.has(node.role) ? 1 : GROUPS.has(node.role) ? 0.95 : 0)
const settingFit: Fit = ({ node }) => {
  if (FILLABLE.has(node.role) || node.role === 'listbox') return 1
  return GROUPS.has(node.role) ? 0.95 : TICKABLE.has(node.role) ? 0.97 : 0
}
const choiceFit: Fit = ({ node }) => {
  if (node.role === 'radio' || node.role === 'option' || node.role === 'menuitemradio') return 1
  if (node.role === 'tab' || TICKABLE.has(node.role) || node.role === 'menuitem' || node.role === 'treeitem')
    return 0.97
  return node.role === 'button' || node.role === 'link' ? 0.95 : ROWS.has(node.role) ? 0.72 : 0
}
const optionFit: Fit = (place) => (choiceFit(place) >= 0.97 ? choiceFit(place) : 0)
const ROWS = new Set(['row', 'listitem', 'gridcell', 'cell', 'article'])

function chosenIn(
  tree: PageTree,
  list: Place,
  instruction: Instruction,
  value: readonly Token[],
): StepChoice {
  const words = textOf(instruction.text, value)
  if (list.node.options.length > 0) {
    const option = optionIn(list, value)
    if (option === null) return noOption(words, list)
    return { kind: 'act', action: 'select', ref: list.node.ref, value: option }
  }
  const fit: Fit = (place) => (place !== list && holds(list, place) ? choiceFit(place) : 0)
  const found = findElement({ tree, fit, within: null }, value)
  if (found.kind === 'found') return clicked(found.place)
  return found.kind === 'several' ? notOne(words, found) : noOption(words, list)
}

function chosenAnywhere(
  tree: PageTree,
  instruction: Instruction,
  value: readonly Token[],
  fit: Fit,
): StepChoice {
  const words = textOf(instruction.text, value)
  const found = findElement({ tree, fit, within: instruction.within }, value)
  const lists = listsWith(tree, value)
  const [list] = lists
  if (list === undefined && found.kind === 'found' && !ROWS.has(found.place.node.role))
    return clicked(found.place)
  const box = list === undefined ? boxFor(tree, value) : null
  if (box !== null) return clicked(box)
  const radio = list === undefined && found.kind === 'none' ? radioOfGroup(tree, value) : null
  if (radio !== null) return clicked(radio)
  if (list === undefined) return found.kind === 'found' ? clicked(found.place) : notOne(words, found)
  const others = found.kind === 'found' && found.score > 0.9 ? [found.place] : []
  if (lists.length + others.length > 1)
    return notOne(words, { kind: 'several', places: [...lists, ...others], score: 1 })
  return chosenIn(tree, list, instruction, value)
}

/** "express shipping": the radio button Express of the group "Shipping method". */
export function radioOfGroup(tree: PageTree, value: readonly Token[]): Place | null {
  const name = nameOf(value.map(({ text }) => text).join(' '))
  const radios = tree.filter((place) => {
    const group = place.node.role === 'radio' ? aboveWith(tree, place, GROUPS) : null
    return group !== null && likeness(name, place.name, new Set(group.name.words)) >= ENOUGH
  })
  return radios.length === 1 ? (radios[0] ?? null) : null
}

/** Lists with exactly this option; of very many options the first. */
function listsWith(tree: PageTree, value: readonly Token[]): Place[] {
  const names = phrasesOf(value).map(({ name }) => name)
  let left = MAX_OPTIONS_OF_PAGE
  return tree.filter(({ node }) => {
    const options = node.options.slice(0, Math.min(left, MAX_OPTIONS))
    left -= options.length
    return options.some((option) => names.some((name) => likeness(name, nameOf(option)) > ALMOST_EQUAL))
  })
}

const MAX_OPTIONS_OF_PAGE = 1_000

const ARRANGING = new Map([
  ['sort', ['sort', 'order']],
  ['order', ['sort', 'order']],
  ['group', ['group']],
  ['filter', ['filter']],
])

function arranged(tree: PageTree, instruction: Instruction, ways: readonly Way[]): StepChoice {
  const verb = (instruction.tokens[0]?.low ?? '').replace(/(?:ing|s)$/, '')
  const names = ARRANGING.get(verb) ?? [verb]
  const lists = tree.filter(
    ({ node, name }) => CHOOSABLE.has(node.role) && name.words.some((word) => names.includes(word)),
  )
  const [list, another] = lists
  const way = ways.at(-1)
  const box = verb === 'filter' && list === undefined ? filterNamed(tree, instruction.tokens) : null
  if (box !== null) return clicked(box)
  const other = verb === 'filter' && list === undefined ? filterList(tree, instruction, ways) : null
  if (other !== null) return other
  if (list === undefined || another !== undefined || way === undefined) {
    return notUnderstood(`The page has no one list to ${verb} by; say what to choose, and where.`)
  }
  return chosenIn(tree, list, instruction, way.value)
}

/** "Filter for hotels with a pool": the one box that is called as the words behind one of these are. */
function filterNamed(tree: PageTree, tokens: readonly Token[]): Place | null {
  const names = tokens.flatMap(({ low }, at) =>
    FILTERING.has(low) ? phrasesOf(tokens.slice(at + 1)).map(({ name }) => name) : [],
  )
  const boxes = tree.filter(
    (place) =>
      TICKABLE.has(place.node.role) && names.some((name) => likeness(name, place.name) > ALMOST_EQUAL),
  )
  return boxes.length === 1 ? (boxes[0] ?? null) : null
}

/** "by category Design": the list Category, and what is chosen there. */
function filterList(tree: PageTree, instruction: Instruction, ways: readonly Way[]): StepChoice | null {
  for (const { value } of ways) {
    for (let end = 1; end < Math.min(value.length, 4); end++) {
      const found = findElement({ tree, fit: listFit, within: null }, value.slice(0, end))
      if (found.kind !== 'found' || found.score < 0.9 || optionIn(found.place, value.slice(end)) === null)
        continue
      return chosenIn(tree, found.place, instruction, value.slice(end))
    }
  }
  return null
}

const FILTERING = new Set(['for', 'by', 'with', 'having', 'offering'])

const ON = new Set(['on', 'true', 'yes', 'checked', 'ticked', 'enabled'])
const OFF = new Set(['off', 'false', 'no', 'unchecked', 'unticked', 'disabled'])

function switched({ node }: Place, value: readonly Token[]): StepChoice {
  const word = value.length === 1 ? value[0]?.low || value[0]?.text.toLowerCase() : undefined
  const action = word === undefined ? null : ON.has(word) ? 'check' : OFF.has(word) ? 'uncheck' : null
  if (action === null) return notUnderstood('Say whether it is to be on or off.')
  return { kind: 'act', action, ref: node.ref, value: null }
}
