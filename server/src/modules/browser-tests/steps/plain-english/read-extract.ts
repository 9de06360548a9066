import type { StepChoice } from '../step-reader.ts'
import { CONTAINERS, FILLABLE } from './element-kinds.ts'
import { type Fit, type Found, findElement, splitsOf } from './find-element.ts'
import type { Instruction } from './intent.ts'
import { type Token, textOf } from './lexer.ts'
import { ownedIn } from './looser-names.ts'
import { likeness, nameOf } from './names.ts'
import { narrow } from './narrow.ts'
import { aboveWith, isDataRow, type PageTree, type Place, shownText } from './page-tree.ts'
import { notOne } from './refusals.ts'

/** The element whose text is to be remembered. */
export function readExtract(
  tree: PageTree,
  instruction: Instruction,
  { what, as }: { what: readonly Token[]; as: string | null },
): StepChoice {
  const found = findText(tree, what, instruction.within)
  if (found.kind !== 'found') return notOne(textOf(instruction.text, what), found)
  const { ref } = found.place.node
  return as === null ? { kind: 'extract', ref } : { kind: 'extract', ref, as }
}

/**
 * What the words describe: the value of a field, the text behind a caption ("Total"), or the one text of the kind that is
 * asked for ("the price of the lamp") near what is named.
 */
export function findText(tree: PageTree, what: readonly Token[], within: readonly Token[] | null): Found {
  const words = withoutLead(what)
  const found = findElement({ tree, fit: textFit, within }, words)
  if (found.kind === 'found' && isCaption(found.place, words)) {
    const value = behind(tree, found.place)
    return value === null ? { kind: 'none', closest: [found.place] } : { ...found, place: value }
  }
  const cell = found.kind === 'found' ? null : findCell(tree, words)
  if (cell !== null) return { kind: 'found', place: cell, score: 0.9 }
  const typed = findTyped(tree, words, within)
  return typed.kind === 'found' || (typed.kind === 'several' && found.kind !== 'found') ? typed : found
}

const LEADS = new Set('the text value content contents of in inside from current'.split(' '))

function withoutLead(tokens: readonly Token[]): Token[] {
  const isLead = tokens.some(({ low }, index) => index <= 2 && /^(?:text|value|contents?)$/.test(low))
  let start = 0
  while (
    isLead &&
    start < tokens.length - 1 &&
    tokens[start]?.kind === 'word' &&
    LEADS.has(tokens[start]?.low ?? '')
  )
    start++
  return tokens.slice(start)
}

const textFit: Fit = ({ node }) =>
  CONTAINERS.has(node.role) && node.role !== 'listitem' ? 0 : FILLABLE.has(node.role) ? 1 : 0.98

const ROW = new Set(['row'])

/** "the status of Anna", "Anna's status": the cell in the row of what is named, under the caption of the column. */
function findCell(tree: PageTree, words: readonly Token[]): Place | null {
  const owned = ownedIn(words)
  for (const { head, tail } of owned === null ? splitsOf(words) : [owned]) {
    const name = nameOf(head.map(({ text }) => text).join(' '))
    const captions = tree.filter(
      ({ node, name: own }) => node.role === 'columnheader' && likeness(name, own) > 0.9,
    )
    const [caption, another] = captions
    const header = caption === undefined || another !== undefined ? null : aboveWith(tree, caption, ROW)
    if (caption === undefined || header === null) continue
    const rows = tree.filter((place) => isDataRow(tree, place) && place.parent === header.parent)
    const [row, second] = rows.length === 0 ? [] : (narrow(tree, tail, rows) ?? [])
    if (row === undefined || second !== undefined) continue
    const at = childrenOf(tree, header).indexOf(caption)
    const cell = childrenOf(tree, row)[at]
    return cell !== undefined && /cell|rowheader/.test(cell.node.role) ? cell : null
  }
  return null
}

function childrenOf(tree: PageTree, { index }: Place): Place[] {
  return tree.filter(({ parent }) => parent === index)
}

/** Texts that are recognised by how they look. */
const LOOKS: readonly [string, RegExp][] = [
  ['price amount balance total cost sum fee subtotal', /(?:[€$£¥]|\b(?:eur|usd|gbp|nok|sek|dkk|chf)\b)/i],
  [
    'date day',
    /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  ],
  ['time', /\b\d{1,2}:\d{2}\b/],
  ['email', /\S@\S/],
  ['percentage percent', /\d ?%/],
]
/** A longer text only mentions it. */
const MAX_LOOKED_AT = 40

function findTyped(tree: PageTree, words: readonly Token[], within: readonly Token[] | null): Found {
  for (const { head, tail } of [{ head: [...words], tail: within }, ...splitsOf(words)]) {
    const noun = head.filter(({ low }) => low !== 'the' && low !== 'its').map(({ low }) => low)
    const looks =
      noun.length === 1 ? LOOKS.find(([names]) => names.split(' ').includes(noun[0] ?? '')) : undefined
    if (looks === undefined) continue
    const places = tree.filter((place) => isStatic(place) && looksLike(looks[1], shownText(place)))
    const near = tail === null ? places : narrow(tree, tail, places)
    const [only] = near ?? []
    if (only !== undefined && near?.length === 1) return { kind: 'found', place: only, score: 0.9 }
    if (near !== null && near.length > 1) return { kind: 'several', places: near, score: 0.9 }
  }
  return { kind: 'none', closest: [] }
}

function looksLike(pattern: RegExp, text: string): boolean {
  return text.length <= MAX_LOOKED_AT && (/\d/.test(text) || text.includes('@')) && pattern.test(text)
}

const CONTROLS = new Set(
  'button link tab menuitem option checkbox radio switch combobox listbox heading columnheader'.split(' '),
)

function isStatic({ node }: Place): boolean {
  return !CONTAINERS.has(node.role) && !CONTROLS.has(node.role) && !FILLABLE.has(node.role)
}

/** A text that says nothing but what the words say is the caption of something. */
function isCaption(place: Place, words: readonly Token[]): boolean {
  if (!isStatic(place) || words.some(({ kind }) => kind === 'quoted')) return false
  return likeness(nameOf(words.map(({ text }) => text).join(' ')), nameOf(shownText(place))) > 0.9
}

const VALUES = new Set(['definition', 'cell', 'gridcell', 'time', 'strong', 'code'])

/** What follows the caption, if it is a value and not the next caption. */
function behind(tree: PageTree, caption: Place): Place | null {
  const next = tree[caption.end]
  if (next === undefined || next.parent !== caption.parent || !isStatic(next)) return null
  return VALUES.has(next.node.role) || /[\p{N}@]/u.test(shownText(next)) ? next : null
}
