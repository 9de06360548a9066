/** Finds places by what somebody types: whole names first, then beginnings, later words, and slips of the finger. */
import { type Catalog, countryNumber, FIRST_REGION_ID, LABEL_KINDS } from './catalog-file.ts'
import { editDistance } from './edit-distance.ts'
import { fold, foldUmlauts } from './fold.ts'
import { compareAt, labelAt, lowerBound } from './label-order.ts'
import { bitsIn, lettersIn } from './letter-sets.ts'

export interface Search {
  query: string
  /** Two letters; null searches everywhere. */
  country: string | null
  limit: number
}

/** The rows found, best first; the same search gives the same order. */
export type SearchCatalog = (search: Search) => number[]

const TRANSLATION = LABEL_KINDS.indexOf('translation')
const CODE = LABEL_KINDS.indexOf('code')
/** By kind of label. Translations reach a country from 78 languages, so they give way to names of cities. */
const EXACT = [100, 95, 93, 65, 0]
const PREFIX = [72, 70, 58, 40, 0]
const WORD = [50, 50, 40, 0, 0]
const FUZZY = 30
const FOR_EACH_EDIT = 15
/** Zero stands for "not found". */
const LEAST = 1
/** For `Paris, Texas`: in Texas, and not. */
const IN_CONTEXT = 40
const OUT_OF_CONTEXT = -30
const SHORTEST_FUZZY = 4
/** More parts or words than any place has would only cost time. */
const MOST_CONTEXTS = 3
const MOST_CONTEXT_WORDS = 5

/** `letters` are the letter sets of the catalog's labels. */
export function createSearchCatalog(catalog: Catalog, letters: Uint32Array): SearchCatalog {
  const { ids, populations, countries, countryRows, regionRows } = catalog
  const { labels, labelStarts, labelRows, labelKinds, wordStarts } = catalog
  const labelCount = labelRows.length
  /** Of the search at hand: nothing waits in between, so that all can share them and none leaves garbage. */
  const scores = new Float32Array(ids.length)
  const found = new Uint32Array(ids.length)
  let foundCount = 0

  function addMatch(row: number, score: number): void {
    const before = scores[row] as number
    if (before === 0) found[foundCount++] = row
    scores[row] = Math.max(before, score, LEAST)
  }

  /** Drops the others. */
  function dropUnless(isKept: (row: number) => boolean): void {
    let kept = 0
    for (let index = 0; index < foundCount; index++) {
      const row = found[index] as number
      if (isKept(row)) found[kept++] = row
      else scores[row] = 0
    }
    foundCount = kept
  }

  /** Gives each label that begins with the text, with whether it is the whole of it. */
  function eachLabel(text: Uint8Array, use: (label: number, isWhole: boolean) => void): void {
    for (let label = lowerBound(labels, labelStarts, labelCount, text); label < labelCount; label++) {
      const start = labelStarts[label] as number
      if (compareAt(labels, start, text) !== 0) return
      use(label, labels[start + text.length] === 0)
    }
  }

  function eachWord(text: Uint8Array, use: (label: number) => void): void {
    const count = wordStarts.length
    for (let word = lowerBound(labels, wordStarts, count, text); word < count; word++) {
      const start = wordStarts[word] as number
      if (compareAt(labels, start, text) !== 0) return
      use(labelAt(labelStarts, labelCount, start))
    }
  }

  const isIn = (row: number, country: number) => country === 0 || countries[row] === country
  /** To those who typed nothing yet: countries, or what is in the country they chose. */
  const isSuggested = (row: number, country: number) =>
    country === 0 ? countryRows[row] === row : countries[row] === country
  const weightOf = (row: number) =>
    Math.min(75, 10 * Math.log10(1 + (populations[row] as number))) + kindWeight(row)
  /** A city before the region of its name, unless that is much larger. */
  const kindWeight = (row: number) =>
    countryRows[row] === row ? 6 : (ids[row] as number) >= FIRST_REGION_ID ? -12 : 0

  /** All that begin with the text; says whether one did. */
  function addBeginnings(text: Uint8Array, country: number): boolean {
    const foundBefore = foundCount
    eachLabel(text, (label, isWhole) => {
      const kind = labelKinds[label] as number
      const row = labelRows[label] as number
      if (kind === CODE || !isIn(row, country)) return
      addMatch(row, ((isWhole ? EXACT : PREFIX)[kind] as number) + weightOf(row))
    })
    return foundCount > foundBefore
  }

  function addWords(text: Uint8Array, country: number): void {
    eachWord(text, (label) => {
      const row = labelRows[label] as number
      if (isIn(row, country)) addMatch(row, (WORD[labelKinds[label] as number] as number) + weightOf(row))
    })
  }

  function addSimilar(text: Uint8Array, country: number): void {
    const most = text.length < 8 ? 1 : 2
    const wanted = lettersIn(text)
    for (let label = 0; label < labelCount; label++) {
      // Each edit adds one letter at most and takes one away at most.
      const has = letters[label] as number
      if (bitsIn(has & ~wanted) > most || bitsIn(wanted & ~has) > most) continue
      const kind = labelKinds[label] as number
      const row = labelRows[label] as number
      if (kind === TRANSLATION || kind === CODE || !isIn(row, country)) continue
      const end = (labelStarts[label + 1] as number) - 1
      const edits = editDistance(text, labels, labelStarts[label] as number, end, most)
      if (edits > 0 && edits <= most) addMatch(row, FUZZY - FOR_EACH_EDIT * edits + weightOf(row))
    }
  }

  /** The countries and regions that a text can mean: `texas`, `us`, `bavaria`. */
  function contextOf(text: string): ReadonlySet<number> {
    const rows = new Set<number>()
    const bytes = Buffer.from(text)
    eachLabel(bytes, (label, isWhole) => {
      const row = labelRows[label] as number
      const isArea = countryRows[row] === row || (ids[row] as number) >= FIRST_REGION_ID
      if (isArea && (isWhole || labelKinds[label] !== CODE)) rows.add(row)
    })
    return rows
  }

  const isWithin = (row: number, areas: ReadonlySet<number>) =>
    areas.has(countryRows[row] as number) || areas.has(regionRows[row] as number)

  /** `springfield illinois`: the last words may name where it lies. Leaves only what lies there. */
  function addWithin(words: readonly string[], country: number): void {
    const first = Math.max(1, words.length - MOST_CONTEXT_WORDS)
    for (let split = words.length - 1; split >= first; split--) {
      const areas = contextOf(words.slice(split).join(' '))
      if (areas.size === 0 || !addBeginnings(Buffer.from(words.slice(0, split).join(' ')), country)) continue
      dropUnless((row) => isWithin(row, areas))
      if (foundCount > 0) return
    }
  }

  function collect(query: string, country: number, limit: number): void {
    const [head = '', ...rest] = query.split(',').map(fold)
    const contexts = rest
      .filter((part) => part !== '')
      .slice(0, MOST_CONTEXTS)
      .map(contextOf)
    for (const text of [head, foldUmlauts(head)]) {
      if (text === null || text === '') continue
      const bytes = Buffer.from(text)
      const hasBeginning = addBeginnings(bytes, country)
      addWords(bytes, country)
      if (foundCount === 0) addWithin(text.split(' '), country)
      if (hasBeginning) break
    }
    const bytes = Buffer.from(head)
    if (foundCount < limit && bytes.length >= SHORTEST_FUZZY) addSimilar(bytes, country)
    if (contexts.length === 0) return
    for (const row of found.subarray(0, foundCount)) {
      const isThere = contexts.every((areas) => isWithin(row, areas))
      scores[row] = Math.max(LEAST, (scores[row] as number) + (isThere ? IN_CONTEXT : OUT_OF_CONTEXT))
    }
  }

  /** The best few of many, without sorting them all. */
  function best(limit: number): number[] {
    const top: number[] = []
    for (const row of found.subarray(0, foundCount)) {
      if (top.length === limit && isBefore(top[limit - 1] as number, row)) continue
      let at = top.length
      while (at > 0 && isBefore(row, top[at - 1] as number)) at--
      top.splice(at, 0, row)
      if (top.length > limit) top.pop()
    }
    return top
  }

  function isBefore(a: number, b: number): boolean {
    const byScore = (scores[a] as number) - (scores[b] as number)
    if (byScore !== 0) return byScore > 0
    const byPeople = (populations[a] as number) - (populations[b] as number)
    return byPeople !== 0 ? byPeople > 0 : (ids[a] as number) < (ids[b] as number)
  }

  return ({ query, country: code, limit }) => {
    const country = code === null ? 0 : countryNumber(code)
    try {
      if (query.trim() === '') {
        for (let row = 0; row < ids.length; row++) if (isSuggested(row, country)) addMatch(row, weightOf(row))
      } else collect(query, country, limit)
      return best(limit)
    } finally {
      dropUnless(() => false)
    }
  }
}
