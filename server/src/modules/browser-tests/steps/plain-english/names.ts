/** How alike two names are, as people mean it: case, accents, punctuation, articles and a plural do not matter. */
export interface Name {
  text: string
  /** All words. */
  full: readonly string[]
  /** Without articles and the like, in the singular; of a name that has nothing else, all words. */
  words: readonly string[]
  /** As `words`, with one word for several that mean the same. */
  meant: readonly string[]
}

/** Names longer than this are compared by their first words. */
const MAX_WORDS = 40
const MAX_LENGTH = 400
const WORD = /[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu
const APOSTROPHES = /['’ʼ`]/g

export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’ʼ‘]/g, "'").toLowerCase()
}

export function nameOf(text: string): Name {
  const full = (foldText(text.slice(0, MAX_LENGTH)).replace(APOSTROPHES, '').match(WORD) ?? []).slice(
    0,
    MAX_WORDS,
  )
  const telling = full.filter((word) => !STOP_WORDS.has(word))
  const words = (telling.length > 0 ? telling : full).map(singular)
  return { text, full, words, meant: meaningOf(words) }
}

/**
 * From 0 to 1: equal, then the beginning of the name, then words inside it. 0 unless every word of `asked` is found,
 * except those that may be left out.
 */
export function likeness(asked: Name, name: Name, mayBeLeftOut?: ReadonlySet<string>): number {
  if (asked.full.length === 0 || name.full.length === 0)
    return asked.text.trim() !== '' && asked.text.trim() === name.text.trim() ? 1 : 0
  if (isEqual(asked.full, name.full)) return 1
  // "To" is the name of a field, and a word of many others.
  if (asked.words.every((word) => LINKING.has(word)) && asked.words.length < name.words.length) return 0
  const byWords = likenessOfWords(asked.words, name.words, mayBeLeftOut)
  if (byWords > 0.9) return byWords
  return Math.max(byWords, 0.95 * likenessOfWords(asked.meant, name.meant, mayBeLeftOut))
}

/** Whether the name has this word, be it with a slip of the pen. */
export function hasWord(name: Name, word: string): boolean {
  return name.words.some((other) => sameWord(word, other) > 0)
}

/** Above it, two names have the same words in the same order, but for articles and plurals. */
export const ALMOST_EQUAL = 0.945

/** How many of the words of `asked` stand in the name, from 0 to 1: for what might have been meant. */
export function overlap(asked: Name, name: Name): number {
  if (asked.words.length === 0) return 0
  return asked.words.filter((word) => hasWord(name, word)).length / asked.words.length
}

function likenessOfWords(
  asked: readonly string[],
  name: readonly string[],
  mayBeLeftOut: ReadonlySet<string> | undefined,
): number {
  const places: number[] = []
  let trust = 1
  let leftOut = 0
  for (const word of asked) {
    const place = placeOf(word, name, places)
    if (place === null) {
      if (!mayBeLeftOut?.has(word)) return 0
      leftOut++
    } else {
      places.push(place.index)
      trust = Math.min(trust, place.trust)
    }
  }
  if (places.length === 0) return 0
  return (likenessOfPlaces(places, name.length) - 0.03 * leftOut) * trust
}

function likenessOfPlaces(places: readonly number[], length: number): number {
  const share = places.length / length
  const isRun = places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1)
  if (share === 1) {
    // "high to low" is not "low to high": words in their order count.
    const inOrder = places.filter(
      (place, index) => index > 0 && place === (places[index - 1] ?? 0) + 1,
    ).length
    return isRun ? 0.95 : 0.85 + (0.1 * inOrder) / (places.length - 1)
  }
  if (share < 0.15) return 0.3
  if (!isRun) return 0.62 + 0.15 * share
  return (places[0] === 0 ? 0.78 : 0.72) + 0.15 * share
}

function placeOf(
  word: string,
  name: readonly string[],
  taken: readonly number[],
): { index: number; trust: number } | null {
  let best: { index: number; trust: number } | null = null
  for (const [index, other] of name.entries()) {
    if (taken.includes(index)) continue
    const trust = sameWord(word, other)
    if (trust === 1) return { index, trust }
    if (trust > (best?.trust ?? 0)) best = { index, trust }
  }
  return best
}

/** 1 for the same word, less for one with a slip of the pen, 0 for another. Figures have to be the same. */
function sameWord(one: string, other: string): number {
  if (one === other) return 1
  const shorter = Math.min(one.length, other.length)
  if (shorter < 5 || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return 0
  return isOneSlip(one, other) && !FIGURE.test(one) && !FIGURE.test(other) ? 0.88 : 0
}

const FIGURE = /\p{N}/u

/** One letter too many, too few, wrong, or two swapped: what is left between the equal beginning and the equal end. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const [left, right] = [end - start, otherEnd - start]
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && one[start] === other[start + 1] && one[start + 1] === other[start]
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function meaningOf(words: readonly string[]): string[] {
  const meant: string[] = []
  for (let at = 0; at < words.length; at++) {
    const pair = MEANINGS.get(`${words[at]} ${words[at + 1]}`)
    if (pair !== undefined) at++
    meant.push(pair ?? MEANINGS.get(words[at] ?? '') ?? words[at] ?? '')
  }
  return meant
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}

/** Not `in`, `on`, `up` and `to`: signing in is not signing up. */
const STOP_WORDS = new Set('a an the this that these those my your our its his her their of'.split(' '))

const LINKING = new Set('to in on from for by at with and or up out off as is it'.split(' '))

/** Words that stand for the same thing on most pages; never two that could be two buttons next to each other. */
const MEANINGS = new Map(
  Object.entries({
    'sign in': ['log in', 'login', 'signin', 'log on', 'logon'],
    'sign out': ['log out', 'logout', 'signout', 'log off', 'logoff'],
    'sign up': ['register', 'signup', 'registration'],
    email: ['e mail', 'email address', 'mail address'],
    delete: ['remove', 'erase'],
    close: ['dismiss'],
    cart: ['basket', 'trolley'],
    phone: ['telephone', 'mobile', 'phone number', 'telephone number', 'mobile number'],
    postcode: ['zip', 'zip code', 'postal code', 'post code', 'zipcode'],
    surname: ['last name', 'family name'],
    forename: ['first name', 'given name'],
    username: ['user name'],
    quantity: ['qty'],
    favourite: ['favorite'],
    colour: ['color'],
    organisation: ['organization'],
    centre: ['center'],
    previous: ['prev'],
    picture: ['image', 'photo'],
    'discount code': ['promo code', 'coupon code', 'promotion code', 'promotional code'],
  }).flatMap(([meaning, words]) => [meaning, ...words].map((word) => [word, meaning] as const)),
)
