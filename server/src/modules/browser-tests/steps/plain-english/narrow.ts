import { CONTAINERS } from './element-kinds.ts'
import type { Token } from './lexer.ts'
import { likeness, type Name, nameOf } from './names.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import { aboveWith, holds, isDataRow, type PageTree, type Place } from './page-tree.ts'
import { ordinalNamed, type Phrase, phrasesOf } from './phrase.ts'

/**
 * Those of the places that stand where the words say: in a part of the page, in the row of something, next to or under
 * something. Null when the page has no such place.
 */
export function narrow(tree: PageTree, words: readonly Token[], places: readonly Place[]): Place[] | null {
  if (words.every(({ kind, low }) => kind === 'word' && WHOLE_PAGE.has(low))) return [...places]
  if (words.some(({ kind, low }) => kind === 'word' && LIMITING.has(low))) return null
  if (words.some((_, at) => leadsAway(words, at))) return null
  return inContainers(tree, words, places) ?? inItem(words, tree, places) ?? nearAnchors(tree, words, places)
}

const WHOLE_PAGE = new Set(
  'the this current page screen site website app top bottom upper lower middle center centre left right left-hand right-hand top-right top-left bottom-right bottom-left side corner hand of'.split(
    ' ',
  ),
)
/** These are never left out: they say that more or less than one thing is meant. */
const LIMITING = new Set('all every each both or either except not without'.split(' '))
const BEFORE_OR_AFTER = new Set(['above', 'before', 'after', 'preceding', 'following'])
const BELOW = new Set(['below', 'beneath', 'under', 'underneath'])

/** "the row above Anna": another row than Anna's. "The table below Orders" is the one that Orders is the heading of. */
function leadsAway(words: readonly Token[], at: number): boolean {
  const { text = '' } = words[at] ?? {}
  return BEFORE_OR_AFTER.has(text) || (BELOW.has(text) && OBJECT_NOUNS.has(words[at - 1]?.low ?? ''))
}

const LEADING = new Set(
  'of for with containing that contains has says where which is about from named called to by the a an'.split(
    ' ',
  ),
)
/** Words that lead to the name of something without being part of it. */
const CONTAINED = 0.29
const EXACT = 0.88

function inContainers(tree: PageTree, words: readonly Token[], places: readonly Place[]): Place[] | null {
  for (const phrase of phrasesOf(withoutLeading(words))) {
    const { kind, ordinal } = phrase
    if (kind === null || !kind.roles.some((role) => CONTAINERS.has(role))) continue
    const all = [...kind.roles, ...kind.perhaps]
    const containers = tree.filter(({ node }) => all.includes(node.role) && CONTAINERS.has(node.role))
    const named = containersNamed(tree, containers, phrase)
    const chosen = ordinal === null ? named : [named.at(ordinal)].filter((place) => place !== undefined)
    if (chosen.length === 0) continue
    const inside = places.filter((place) => chosen.some((outer) => outer !== place && holds(outer, place)))
    if (inside.length > 0) return inside
  }
  return null
}

/** "of the second product": whatever the items of a list or table are called, they are counted. */
function inItem(words: readonly Token[], tree: PageTree, places: readonly Place[]): Place[] | null {
  const telling = words.filter(({ kind, low }) => kind !== 'mark' && low !== 'the')
  const [first, noun] = telling
  const ordinal = first?.kind === 'word' ? ordinalNamed(first.low) : null
  if (ordinal === null || telling.length !== 2 || noun?.kind !== 'word' || !/^\p{Ll}+$/u.test(noun.text))
    return null
  const items = places.map((place) => aboveWith(tree, place, ITEMS))
  if (items.includes(null)) return null
  const parents = new Set(items.map((item) => item?.parent))
  if (parents.size !== 1) return null
  const all = tree.filter((place) => parents.has(place.parent) && ITEMS.has(place.node.role))
  const counted = all.filter((place) => place.node.role !== 'row' || isDataRow(tree, place))
  const chosen = counted.at(ordinal)
  return chosen === undefined ? null : places.filter((place) => holds(chosen, place))
}

function containersNamed(tree: PageTree, containers: readonly Place[], phrase: Phrase): Place[] {
  const name = nameOf(phrase.name.text.replace(/^(?:of|for|with|containing|about|from)\s+/i, ''))
  if (name.full.length === 0) {
    return containers.filter((place) => place.node.role !== 'row' || isDataRow(tree, place))
  }
  const byName = containers.filter((place) => likeness(name, place.name) >= EXACT)
  if (byName.length > 0) return byName
  return containers.filter((place) =>
    tree.slice(place.index, place.end).some((inner) => likeness(name, inner.name) > CONTAINED),
  )
}

function nearAnchors(tree: PageTree, words: readonly Token[], places: readonly Place[]): Place[] | null {
  const anchors = anchorsOf(tree, withoutLeading(words), places)
  if (anchors.length === 0) return null
  const near = new Set(anchors.flatMap((anchor) => nearest(tree, anchor, places)))
  return places.filter((place) => near.has(place))
}

const ALERTS = new Set(['alert', 'warning', 'notice', 'notification', 'banner', 'error'])

/** Nodes that are called as the words say; else those that have all telling words in them. */
function anchorsOf(tree: PageTree, words: readonly Token[], places: readonly Place[]): Place[] {
  const { name, mayBeLeftOut } = anchorName(words)
  if (name.full.length === 0) return []
  if (name.words.every((word) => ALERTS.has(word)))
    return tree.filter(({ node }) => node.role === 'alert' || node.role === 'status')
  const others = tree.filter((place) => !places.includes(place))
  const scored = others.map((place) => ({ place, score: likeness(name, place.name, mayBeLeftOut) }))
  const exact = scored.filter(({ score }) => score >= EXACT)
  return (exact.length > 0 ? exact : scored.filter(({ score }) => score > CONTAINED)).map(
    ({ place }) => place,
  )
}

/** Of "the message from Mira", the page shows Mira and not "message": words in small letters may be missing then. */
function anchorName(words: readonly Token[]): { name: Name; mayBeLeftOut: ReadonlySet<string> } {
  const quoted = words.filter(({ kind }) => kind === 'quoted')
  const telling = quoted.length > 0 ? quoted : words.filter(({ text }) => /[\p{Lu}\p{N}]|\w\.\w/u.test(text))
  const others = words.filter((word) => !telling.includes(word))
  const small = others.flatMap(({ text }) => nameOf(text).words)
  const name = nameOf(words.map(({ text }) => text).join(' '))
  // More than a noun or two says more than what kind of thing it is.
  const isKindOnly = small.filter((word) => !LEADING.has(word)).length <= 2
  return { name, mayBeLeftOut: telling.length > 0 && isKindOnly ? new Set(small) : OBJECT_NOUNS }
}

/** What stands in one of these belongs to it, and nothing outside of it does. */
const ITEMS = new Set(['row', 'listitem', 'article', 'option', 'menuitem'])
/** So large that standing in the same one says nothing. */
const LANDMARKS = new Set(['main', 'document', 'application', 'banner', 'contentinfo'])

/** From the anchor outwards: the first node above it that holds some of the places; a heading stands for what follows it. */
function nearest(tree: PageTree, anchor: Place, places: readonly Place[]): Place[] {
  if (anchor.node.role === 'heading') {
    const below = places.filter((place) => isUnderHeading(tree, anchor, place))
    if (below.length > 0) return below
  }
  for (let at: Place | undefined = anchor; at !== undefined; at = tree[at.parent]) {
    const outer = at
    if (LANDMARKS.has(outer.node.role)) break
    const inside = places.filter((place) => place !== anchor && holds(outer, place))
    if (inside.length > 1 && outer !== anchor)
      return nextInTurn(tree, anchor, inside) ?? inSameSection(tree, anchor, inside)
    if (inside.length > 0 || ITEMS.has(outer.node.role)) return inside
  }
  return anchor.node.role === 'heading' ? [] : inSameSection(tree, anchor, places)
}

/** "link, button, link, button" without rows: each belongs to the one before it, if there is one for each. */
function nextInTurn(tree: PageTree, anchor: Place, places: readonly Place[]): Place[] | null {
  const alike = tree.filter(({ parent, node }) => parent === anchor.parent && node.role === anchor.node.role)
  if (alike.length !== places.length || places.some(({ parent }) => parent !== anchor.parent)) return null
  const isInTurn = places.every((place, index) => {
    const [own, next] = [alike[index], alike[index + 1]]
    return (
      own !== undefined && own.index < place.index && place.index < (next?.index ?? Number.POSITIVE_INFINITY)
    )
  })
  return isInTurn ? places.filter((_, index) => alike[index] === anchor) : null
}

function isUnderHeading(tree: PageTree, heading: Place, place: Place): boolean {
  if (place.index <= heading.index) return false
  const end = tree.findIndex(
    ({ node }, index) =>
      index > heading.index &&
      (node.depth < heading.node.depth || (node.depth === heading.node.depth && node.role === 'heading')),
  )
  return end === -1 || place.index < end
}

/** Without parts of its own, a page is divided by its headings. */
function inSameSection(tree: PageTree, anchor: Place, places: readonly Place[]): Place[] {
  const heading = tree.slice(0, anchor.index).findLast(({ node }) => node.role === 'heading')
  if (heading === undefined || !isUnderHeading(tree, heading, anchor)) return [...places]
  return places.filter((place) => isUnderHeading(tree, heading, place))
}

function withoutLeading(words: readonly Token[]): Token[] {
  let start = 0
  while (start < words.length - 1 && words[start]?.kind === 'word' && LEADING.has(words[start]?.low ?? ''))
    start++
  return words.slice(start)
}
