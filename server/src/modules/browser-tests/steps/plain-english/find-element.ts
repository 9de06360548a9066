import type { ElementKind } from './element-kinds.ts'
import type { Token } from './lexer.ts'
import { hasWord, likeness, overlap } from './names.ts'
import { narrow } from './narrow.ts'
import { aboveWith, holds, type PageTree, type Place } from './page-tree.ts'
import { type Phrase, phrasesOf } from './phrase.ts'

/** How well an element takes what is to be done, from 0, not at all, to 1. */
export type Fit = (place: Place) => number

export type Found =
  | { kind: 'found'; place: Place; score: number }
  | { kind: 'several'; places: Place[]; score: number }
  | { kind: 'none'; closest: Place[] }

export interface Search {
  tree: PageTree
  fit: Fit
  /** Where to look, when the sentence says so at its beginning. */
  within: readonly Token[] | null
}

/** Below this, nothing is done: a wrong action is far worse than none. */
export const ENOUGH = 0.68
/** Candidates this near to the best one might be meant as well. */
const TIE = 0.04
const COUNTED = 0.88
/** So good that the words need not be taken apart any further. */
const SURE = 0.9
const MAX_SPLITS = 8
/** Nobody names an element with more words; the rest would only cost time. */
const MAX_PHRASE = 60

/** The one element that the words name: as they stand, else as "this, in that part of the page". */
export function findElement(search: Search, tokens: readonly Token[]): Found {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  if (words.length === 0 || words.length > MAX_PHRASE) return { kind: 'none', closest: [] }
  const whole = findWithin(search, words, search.within)
  if (whole.kind === 'found' && whole.score >= SURE) return whole
  let best: Found = whole
  for (const { head, tail } of splitsOf(words)) {
    const places = findWithin(search, head, tail)
    if (isBetter(places, best)) best = places
  }
  return best.kind === 'none' ? { kind: 'none', closest: closestTo(search, words) } : best
}

/** "button Save in the dialog": a head that names the element, and a tail that says where it is. */
export function splitsOf(tokens: readonly Token[]): { head: Token[]; tail: Token[] }[] {
  const splits: { head: Token[]; tail: Token[] }[] = []
  for (let at = 1; at < tokens.length - 1 && splits.length < MAX_SPLITS; at++) {
    const length = placingAt(tokens, at)
    if (length > 0 && at + length < tokens.length)
      splits.push({ head: tokens.slice(0, at), tail: tokens.slice(at + length) })
  }
  return splits
}

/** Words that lead to where something is, some only with "to" behind them. */
const PLACING = new Set(
  'in on of for from under below beneath beside near inside within at underneath by with containing'.split(
    ' ',
  ),
)
const PLACING_TO = new Set(['next', 'close', 'belonging'])

function placingAt(tokens: readonly Token[], at: number): number {
  const [word = '', next] = [tokens[at]?.low, tokens[at + 1]?.low]
  if (PLACING_TO.has(word)) return next === 'to' ? 2 : 0
  return PLACING.has(word) ? 1 : 0
}

function findWithin(search: Search, head: readonly Token[], tail: readonly Token[] | null): Found {
  let best: Found = { kind: 'none', closest: [] }
  for (const phrase of phrasesOf(head)) {
    const scored = scoresOf(search, phrase).filter(({ score }) => score >= ENOUGH)
    if (scored.length === 0) continue
    const there =
      tail === null
        ? null
        : narrow(
            search.tree,
            tail,
            scored.map(({ place }) => place),
          )
    const kept = there === null ? scored : scored.filter(({ place }) => there.includes(place))
    if (tail !== null && there === null) continue
    const found = pick(search.tree, kept, phrase)
    if (isBetter(found, best)) best = found
  }
  return best
}

interface Scored {
  place: Place
  score: number
}

function scoresOf({ tree, fit }: Search, phrase: Phrase): Scored[] {
  return tree.map((place) => {
    const possible = fit(place) * fitOfKind(phrase.kind, place) * phrase.trust
    if (possible === 0) return { place, score: 0 }
    if (phrase.name.full.length === 0 && phrase.name.text.trim() === '') {
      return { place, score: possible * 0.9 }
    }
    const alike = likeness(phrase.name, place.name, phrase.mayBeLeftOut)
    return { place, score: possible * (leavesVerbOut(phrase, place) ? Math.min(alike, UNLIKELY) : alike) }
  })
}

const UNLIKELY = 0.6
const COMMANDS = new Set(['button', 'menuitem'])
const HARMLESS = new Set('open view show see go my your all upload attach browse choose select'.split(' '))

/** A button says first what it does: who asks for "the draft" does not mean "Discard draft". */
function leavesVerbOut({ name: asked }: Phrase, { node, name }: Place): boolean {
  if (!COMMANDS.has(node.role) || name.words.length < 2 || HARMLESS.has(name.full[0] ?? '')) return false
  return !asked.meant.includes(name.meant[0] ?? '') && !hasWord(asked, name.words[0] ?? '')
}

function fitOfKind(kind: ElementKind | null, { node }: Place): number {
  if (kind === null || kind.roles.includes(node.role)) return 1
  return kind.perhaps.includes(node.role) ? 0.93 : 0
}

function pick(tree: PageTree, scored: readonly Scored[], { ordinal, name }: Phrase): Found {
  const score = Math.max(0, ...scored.map((each) => each.score))
  if (score < ENOUGH) return { kind: 'none', closest: [] }
  const best = scored.filter((each) => each.score > score - TIE).map(({ place }) => place)
  if (ordinal !== null) {
    // Only things of the same name are counted: "the first name" is not the first of what has a name.
    // And of one thing alone nobody says that it is the first, unless by its very name.
    const isAlone =
      best.length === 1 && name.full.length > 0 && name.full.join(' ') !== best[0]?.name.full.join(' ')
    if (score < COUNTED || isAlone) return { kind: 'none', closest: best }
    const place = best.at(ordinal)
    return place === undefined ? { kind: 'none', closest: best } : { kind: 'found', place, score }
  }
  const isOne = best.every(({ node }) => node.ref === best[0]?.node.ref)
  const only = isOne ? best[0] : (innermost(best) ?? inDialog(tree, best))
  if (only !== undefined) return { kind: 'found', place: only, score }
  return { kind: 'several', places: best, score }
}

/** Elements one inside the other are the same thing to people. */
function innermost(places: readonly Place[]): Place | undefined {
  const last = places.at(-1)
  return last !== undefined && places.every((place) => holds(place, last)) ? last : undefined
}

const DIALOGS = new Set(['dialog', 'alertdialog'])

/** Behind an open dialog nothing can be clicked. */
function inDialog(tree: PageTree, places: readonly Place[]): Place | undefined {
  const inside = places.filter((place) => aboveWith(tree, place, DIALOGS) !== null)
  return inside.length === 1 ? inside[0] : undefined
}

function isBetter(found: Found, than: Found): boolean {
  if (found.kind === 'none') return false
  if (than.kind === 'none') return true
  if (found.kind === than.kind) return found.score > than.score
  // One element is an answer; several count for more only if they fit clearly better.
  return found.kind === 'found' ? found.score > than.score - 0.15 : found.score > than.score + 0.15
}

function closestTo({ tree, fit }: Search, tokens: readonly Token[]): Place[] {
  const phrases = phrasesOf(tokens)
  return tree
    .map((place) => ({
      place,
      share: fit(place) === 0 ? 0 : Math.max(0, ...phrases.map(({ name }) => overlap(name, place.name))),
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .slice(0, 3)
    .map(({ place }) => place)
}
