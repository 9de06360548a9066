import { FILLABLE, TICKABLE } from './element-kinds.ts'
import { type Fit, type Found, findElement } from './find-element.ts'
import type { Token } from './lexer.ts'
import { likeness, type Name, nameOf } from './names.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import { aboveWith, type PageTree, type Place } from './page-tree.ts'

/** Nouns that people add to what a field is called: "the check-out date" is typed into "Check-out". */
const HEADS = new Set(
  'date field box address number name input text time method value detail details code list dropdown picker amount level'.split(
    ' ',
  ),
)
const ARTICLES = new Set('the a an this that my your our his her their new'.split(' '))
const LINKS = new Set(['of', 'for'])
/** Only the beginning of a name may be said, as "Country" of "Country/Region". */
const ENOUGH = 0.83
const TIE = 0.06
const MOST_WORDS = 8
const ITEMS = new Set(['row', 'listitem', 'article'])

interface Variant {
  name: Name
  /** What was passed over; another field that has it in its name might be meant. */
  passedOver: Name
}

/** The one field that has the name without what people say around it; none when another might be meant. */
export function findLooser(tree: PageTree, what: readonly Token[], fit: Fit): Found {
  const owned = ownedIn(what)
  const near = owned === null ? null : findElement({ tree, fit, within: owned.tail }, owned.head)
  // Outside of rows and cards, what is near to a word need not belong to it.
  if (near?.kind === 'found' && near.score >= ENOUGH && aboveWith(tree, near.place, ITEMS) !== null)
    return near
  for (const { name, passedOver } of variantsOf(what)) {
    const scored = tree
      .map((place) => ({ place, score: fit(place) > 0 ? likeness(name, place.name) : 0 }))
      .filter(({ score }) => score >= ENOUGH)
      .sort((one, other) => other.score - one.score)
    const [best, second] = scored
    if (best === undefined) continue
    const isAlone = second === undefined || second.score < best.score - TIE
    if (!isAlone || tree.some((place) => mightBeMeant(place, best.place, { name, passedOver })))
      return { kind: 'several', places: scored.map(({ place }) => place), score: best.score }
    return { kind: 'found', place: best.place, score: best.score }
  }
  return { kind: 'none', closest: [] }
}

/** "Anna's role": the role, and Anna. */
export function ownedIn(what: readonly Token[]): { head: Token[]; tail: Token[] } | null {
  const at = what.findIndex(({ kind, text }) => kind === 'word' && POSSESSIVE.test(text))
  if (at === -1 || at === what.length - 1) return null
  const tail = what.slice(0, at + 1).map((token) => ({ ...token, text: withoutPossessive(token) }))
  return { head: what.slice(at + 1), tail }
}

const POSSESSIVE = /['’]s?$/u

function withoutPossessive({ text }: Token): string {
  return text.replace(POSSESSIVE, '')
}

/** "the name of the company" may be meant for "Company", "the company's phone" not. */
function mightBeMeant(place: Place, best: Place, { name, passedOver }: Variant): boolean {
  const isField = FILLABLE.has(place.node.role) || TICKABLE.has(place.node.role)
  if (!isField || place === best || !name.words.every((word) => HEADS.has(word))) return false
  return place.name.words.some((word) => passedOver.words.includes(word))
}

/** "the customer's email", "the first day of absence", "the type of leave", "the check-out date". */
function variantsOf(what: readonly Token[]): Variant[] {
  const words = what.filter(({ kind, low }) => kind !== 'mark' && !ARTICLES.has(low))
  if (words.length < 2 || words.length > MOST_WORDS || words.some(({ kind }) => kind === 'quoted')) return []
  const variants: Variant[] = []
  const owner = words.findIndex(({ text }) => POSSESSIVE.test(text))
  const owned = owner === -1 ? words : words.slice(owner + 1)
  const whose = words.slice(0, owner + 1)
  // A name says which of several is meant, and may not be passed over.
  if (owned.length === 0 || whose.some(isProper)) return []
  if (owner !== -1) variants.push(variant(owned, whose))
  const link = owned.findIndex(({ low }, index) => index > 0 && LINKS.has(low))
  const [head, tail] = link === -1 ? [owned, []] : [owned.slice(0, link), owned.slice(link + 1)]
  if (tail.some(isProper) || (link !== -1 && tail.length === 0)) return variants
  if (link !== -1) variants.push(variant([...tail, ...head], whose), variant(head, [...whose, ...tail]))
  const last = head.at(-1)
  if (head.length > 1 && HEADS.has(last?.low ?? ''))
    variants.push(variant(head.slice(0, -1), [...whose, ...tail]))
  // "the doctor's name", "the name of the doctor": a field that is called Doctor.
  const bearer = [...whose, ...tail]
  if (bearer.length > 0 && head.every(({ low }) => low === 'name')) variants.push(variant(bearer, head))
  if (head.length === 2 && OBJECT_NOUNS.has(head[0]?.low ?? '') && !OF_ANYTHING.has(last?.low ?? ''))
    variants.push(variant(head.slice(1), head.slice(0, 1)))
  return variants
}

/** "the course price": of what the page is about; but not these, which many things have. */
const OF_ANYTHING = new Set(
  'name address number code box field input text list value method email'.split(' '),
)

function isProper({ text }: Token): boolean {
  return /[\p{Lu}\p{N}]/u.test(text)
}

function variant(tokens: readonly Token[], passedOver: readonly Token[]): Variant {
  const nameOfAll = (all: readonly Token[]) => nameOf(all.map(withoutPossessive).join(' '))
  return { name: nameOfAll(tokens), passedOver: nameOfAll(passedOver) }
}
