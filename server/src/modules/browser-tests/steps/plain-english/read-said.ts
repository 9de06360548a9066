import { TICKABLE } from './element-kinds.ts'
import { optionIn } from './fields.ts'
import { type Fit, findElement, splitsOf } from './find-element.ts'
import type { Token } from './lexer.ts'
import { findLooser } from './looser-names.ts'
import { ALMOST_EQUAL, foldText, likeness, nameOf } from './names.ts'
import { narrow } from './narrow.ts'
import { holds, isDataRow, type PageTree, type Place, shownText } from './page-tree.ts'
import { numberOf } from './read-claim.ts'

/** What begins with another word than the value itself says more than that it is there. */
export function isBareText(value: readonly Token[]): boolean {
  return value[0]?.kind === 'quoted' || !/^\p{Ll}+$/u.test(value[0]?.text ?? '')
}

/** "two messages": so many of something, rather than a text. */
export function isNumberOf(what: readonly Token[]): boolean {
  const [number, ...nouns] = what.filter(({ kind, low }) => kind !== 'mark' && low !== 'exactly')
  return numberOf(number) !== null && nouns.length > 0 && nouns.every(({ text }) => /^\p{Ll}+$/u.test(text))
}

/** Whether a field can have it: "the date is cleared" and "the code is invalid" say something else. */
export function isValueOf({ node }: Place, value: readonly Token[]): boolean {
  if (isBareText(value) || optionIn({ node }, value) !== null) return true
  return value.length === 1 && node.value?.toLowerCase() === value[0]?.low
}

const ITEMS = new Set(['row', 'listitem', 'article'])

/** "The rate for Casa Rio is € 5": the text in the row or card of what is named; else that row itself. */
export function ofItem(tree: PageTree, what: readonly Token[], text: string): Place | null {
  const items = tree.filter((place) => ITEMS.has(place.node.role) && !isCaptions(tree, place))
  for (const tail of [what, ...splitsOf(what).map((split) => split.tail)]) {
    if (!tail.some(({ kind, text: word }) => kind === 'quoted' || /^[\p{Lu}\p{N}]/u.test(word))) continue
    const [item, another] = items.length === 0 ? [] : (narrow(tree, tail, items) ?? [])
    if (item === undefined || another !== undefined) continue
    const inner = tree.slice(item.index + 1, item.end)
    const shows = inner.filter((place) => foldText(shownText(place)) === foldText(text))
    return shows.length === 1 ? (shows[0] ?? item) : item
  }
  return null
}

function isCaptions(tree: PageTree, place: Place): boolean {
  return place.node.role === 'row' && !isDataRow(tree, place)
}

/** "is subscribed to the newsletter": the one box that says so. */
export function boxNamed(tree: PageTree, text: string): Place | null {
  const name = nameOf(text)
  const boxes = tree.filter(
    (place) => TICKABLE.has(place.node.role) && likeness(name, place.name) > ALMOST_EQUAL,
  )
  return boxes.length === 1 && name.words.length > 1 ? (boxes[0] ?? null) : null
}

const groupFit: Fit = ({ node }) => (node.role === 'radiogroup' || node.role === 'group' ? 1 : 0)

/** The radio button of this name in the group that is named. */
export function radioIn(tree: PageTree, what: readonly Token[], value: readonly Token[]): Place | null {
  const named = findElement({ tree, fit: groupFit, within: null }, what)
  const group = named.kind === 'found' ? named : findLooser(tree, what, groupFit)
  if (group.kind !== 'found') return null
  const fit: Fit = (place) => (place.node.role === 'radio' && holds(group.place, place) ? 1 : 0)
  const radio = findElement({ tree, fit, within: null }, value)
  return radio.kind === 'found' ? radio.place : null
}
