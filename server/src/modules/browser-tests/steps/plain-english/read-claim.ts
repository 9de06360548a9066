import { denies } from './denials.ts'
import { kindNamed } from './element-kinds.ts'
import type { Claim } from './intent.ts'
import type { Token } from './lexer.ts'
import { readAbility, soLongAt } from './read-ability.ts'

type Sign = 'positive' | 'negative'

/** What a sentence claims of the page: "the Save button is disabled", "no error is shown", "3 rows". */
export function readClaim(tokens: readonly Token[], sign: Sign = 'positive'): Claim {
  const ability = sign === 'positive' ? readAbility(tokens) : null
  if (ability !== null) return ability
  const { rest, sign: said } = withoutLead(tokens, sign)
  if (rest.length === 0) return { expect: 'unclear', reason: 'It does not say what is expected.' }
  if (namesSeveral(rest))
    return { expect: 'unclear', reason: 'It expects several texts; make each a step of its own.' }
  const at = predicateAt(rest)
  const subject = at === -1 ? rest : rest.slice(0, at)
  const isQuoted = rest.some(({ kind }) => kind === 'quoted')
  if (at !== -1 && isQuoted && isWord(rest[0], NOBODY))
    return predicated(subject, rest.slice(at), flipped(said))
  if (isQuoted && denies(subject)) return DENIED
  return at === -1 ? thing(rest, said) : predicated(subject, rest.slice(at), said)
}

function namesSeveral(tokens: readonly Token[]): boolean {
  const quoted = tokens.filter(({ kind }) => kind === 'quoted')
  return (
    quoted.length > 1 && tokens.some(({ kind, low }) => kind === 'word' && (low === 'and' || low === 'or'))
  )
}

/** What is quoted is all that would be looked for: the words around it must not say the opposite. */
export const DENIED: Claim = {
  expect: 'unclear',
  reason: 'Say plainly what is there, or “Do not see” and what is not.',
}
/** "Nothing says 'Sold out'". */
const NOBODY = new Set(['nothing', 'nobody', 'none', 'neither', 'nowhere'])
const LEADS = new Set('that if whether for , : also now still'.split(' '))
const EXISTENCE = [
  'there is',
  'there are',
  'there should be',
  'there must be',
  'there exists',
  'theres',
  'there should',
  'there isnt',
  'there arent',
  'it says',
  'it shows',
  'the page shows',
  'the page says',
  'the page contains',
  'the page displays',
  'i see',
  'i can see',
  'the user sees',
  'the user can see',
  'i should see',
  'the user should see',
  'you see',
  'to see',
  'we see',
].map((phrase) => phrase.split(' '))
const NEGATING = new Set('no not any never dont cannot cant'.split(' '))

function withoutLead(tokens: readonly Token[], sign: Sign): { rest: Token[]; sign: Sign } {
  let at = 0
  let said = sign
  while (at < tokens.length) {
    const existence = EXISTENCE.find((words) =>
      words.every((word, index) => tokens[at + index]?.low === word),
    )
    if (existence !== undefined) {
      at += existence.length
      if (existence.at(-1)?.endsWith('nt')) said = 'negative'
      if (tokens[at]?.low === 'be') at++
    } else if (isWord(tokens[at], LEADS)) at++
    else if (isWord(tokens[at], NEGATING) && at < tokens.length - 1) {
      if (tokens[at]?.low !== 'any') said = 'negative'
      at++
      while (tokens[at]?.low === 'longer' || tokens[at]?.low === 'be' || tokens[at]?.low === 'more') at++
    } else break
  }
  return { rest: tokens.slice(at), sign: said }
}

/** Words that begin what is said of something. */
const COPULAS = new Set('is are was were isnt arent wasnt remains stays becomes'.split(' '))
const MODALS = new Set(
  'should must shouldnt mustnt will wont does doesnt do dont cannot can cant has have hasnt havent'.split(
    ' ',
  ),
)
/** "Buyers can pay" says nothing of the page, "the button can be seen" does. */
const ABLE = new Set(['can', 'cannot', 'cant', 'will', 'wont'])
const SAYING = new Set(
  'says reads shows displays contains includes mentions equals matches lists states ends starts begins'.split(
    ' ',
  ),
)
const ALL_SAYING = new Set([
  ...SAYING,
  ...'say read show display contain include equal match list state have has'.split(' '),
])
const APPEARING = new Set('appear appears exist exists load loads open opens loaded appeared'.split(' '))
const VANISHING = new Set('disappear disappears vanish vanishes disappeared close closes'.split(' '))
/** "The open balance": by themselves, these describe something. */
const DESCRIBING = new Set(['open', 'load', 'close', 'loaded'])
const AFTER_TO = new Set([
  ...ALL_SAYING,
  ...APPEARING,
  ...VANISHING,
  ...'be not become show go no finish'.split(' '),
])

const USED = /^(?:clicked|pressed|tapped|used|selected|chosen|ticked|checked|edited|changed)$/

/** "comes to € 5", "should cost € 5". */
const COSTING = new Set('comes amounts costs adds come amount cost add'.split(' '))

function isAmountAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  return (
    token?.low === 'to' || token?.low === 'up' || token?.kind === 'quoted' || /\p{N}/u.test(token?.text ?? '')
  )
}

function predicateAt(tokens: readonly Token[]): number {
  return tokens.findIndex((token, index) => {
    if (index === 0 || token.kind !== 'word' || isCapital(token)) return false
    if (token.low === 'to') return isWord(tokens[index + 1], AFTER_TO)
    // "Casa do Rio" is a name.
    if (token.low === 'do') return tokens[index + 1]?.low === 'not'
    if (COSTING.has(token.low)) return isAmountAt(tokens, index + 1)
    if (token.low === 'no') return tokens[index + 1]?.low === 'longer'
    if (ABLE.has(token.low)) return tokens[index + 1]?.low === 'be' || tokens[index + 1]?.low === 'not'
    if (index === tokens.length - 1 && !APPEARING.has(token.low) && !VANISHING.has(token.low)) return false
    if (token.low === 'goes') return tokens[index + 1]?.low === 'away'
    if (DESCRIBING.has(token.low) && index < tokens.length - 1) return false
    return [COPULAS, MODALS, SAYING, APPEARING, VANISHING].some((set) => set.has(token.low))
  })
}

/** "should not be", "is no longer": passed over, with its sign. */
const AUXILIARIES = new Set([
  ...COPULAS,
  ...MODALS,
  ...'to be been become stay remain keep not no longer now still also already currently'.split(' '),
])

function predicated(subject: readonly Token[], predicate: readonly Token[], sign: Sign): Claim {
  let at = 0
  let said = sign
  let isSaying = false
  for (; at < predicate.length && isWord(predicate[at], AUXILIARIES) && !isCapital(predicate[at]); at++) {
    const low = predicate[at]?.low ?? ''
    if (low === 'not' || low === 'no' || /(?:nt|cannot)$/.test(low)) said = flipped(said)
    if (low === 'has' || low === 'have') isSaying = true
    else if (COPULAS.has(low) || low === 'be') isSaying = false
  }
  const rest = predicate.slice(at)
  const first = rest[0]?.kind === 'word' ? rest[0].low : ''
  if (rest.length === 0) return { expect: 'unclear', reason: 'It does not say what is expected.' }
  if (rest.some(({ kind }) => kind === 'quoted') && denies(rest)) return DENIED
  if (/^(?:titled|called|named)$/.test(first))
    return { expect: 'unclear', reason: 'Say what the page title or the heading is.' }
  if (APPEARING.has(first)) return { expect: visibility(said), what: subject }
  if (VANISHING.has(first)) return { expect: visibility(flipped(said)), what: subject }
  if ((first === 'go' || first === 'goes') && rest[1]?.low === 'away')
    return { expect: visibility(flipped(said)), what: subject }
  if (first === 'show' && rest[1]?.low === 'up') return { expect: visibility(said), what: subject }
  const isAble = predicate.slice(0, at).some((token) => isWord(token, ABLE))
  const isOnly =
    soLongAt(rest) === 1 || rest.slice(1).every(({ kind, low }) => kind === 'mark' || TAILS.has(low))
  if (isAble && isOnly && USED.test(first))
    return { expect: said === 'positive' ? 'enabled' : 'disabled', what: subject }
  if (COSTING.has(first) && isAmountAt(rest, 1)) return saying(subject, rest.slice(1), said)
  if (isSaying || ALL_SAYING.has(first))
    return saying(subject, ALL_SAYING.has(first) ? rest.slice(1) : rest, said)
  return state(subject, rest, said) ?? saying(subject, rest, said)
}

const STATES: readonly [
  string,
  Exclude<Claim['expect'], 'text' | 'chosen' | 'count' | 'address' | 'unclear'>,
][] = [
  ...each(
    'visible',
    'visible, shown, displayed, present, there, available, listed, on the page, on the screen, on screen, in the list, in the table, open, in view, seen',
  ),
  ...each('hidden', 'hidden, gone, invisible, absent, removed, missing, closed, deleted, off the page, away'),
  ...each('enabled', 'enabled, clickable, active, usable'),
  ...each('disabled', 'disabled, greyed out, grayed out, greyed, grayed, inactive, unusable'),
  ...each(
    'checked',
    'checked, ticked, switched on, turned on, on, selected, preselected, pre-selected, chosen, activated',
  ),
  ...each('unchecked', 'unchecked, unticked, switched off, turned off, off, unselected, deselected'),
  ...each('empty', 'empty, blank'),
]
const OPPOSITES: Readonly<Record<string, Claim['expect']>> = {
  visible: 'hidden',
  hidden: 'visible',
  enabled: 'disabled',
  disabled: 'enabled',
  checked: 'unchecked',
  unchecked: 'checked',
}
const TAILS = new Set(
  'now again by default anymore any more yet already too initially at first and once on the page screen anywhere somewhere'.split(
    ' ',
  ),
)
const PLACES = new Set('in on at under below inside within next for to'.split(' '))

function state(subject: readonly Token[], rest: readonly Token[], sign: Sign): Claim | null {
  const found = STATES.find(([words]) => words.split(' ').every((word, index) => rest[index]?.low === word))
  if (found === undefined) return null
  const [words, expect] = found
  const tail = rest.slice(words.split(' ').length)
  const isPlaced = isWord(tail[0], PLACES)
  const isChosen = expect === 'checked' && /selected|chosen/.test(words)
  if (isChosen && (isPlaced || tail[0]?.low === 'as') && sign === 'positive')
    return { expect: 'chosen', what: tail.slice(1), value: subject }
  if (words === 'there' && isWord(tail[0], new Set(['no', 'any'])))
    return { expect: visibility(sign), what: subject }
  const isNow = (expect === 'enabled' || expect === 'disabled') && soLongAt(tail) === 0
  const isTrifle = isNow || tail.every(({ kind, low }) => kind === 'mark' || TAILS.has(low))
  const isAbout = expect === 'visible' || expect === 'hidden'
  if (!isNow && tail.some(({ low }) => low === 'and'))
    return { expect: 'unclear', reason: 'It expects two things; make each a step of its own.' }
  if (!isTrifle && !(isAbout && isPlaced))
    return words === 'on' || words === 'open'
      ? null
      : { expect: 'unclear', reason: `It is not clear what follows “${words}”.` }
  const meant = sign === 'positive' ? expect : OPPOSITES[expect]
  if (meant === undefined) return { expect: 'unclear', reason: 'Say what it should contain instead.' }
  if ((meant === 'visible' || meant === 'hidden') && isPlaced && !isTrifle)
    return thing(subject, sign === 'positive' && expect === 'visible' ? 'positive' : 'negative')
  return { expect: meant, what: subject } as Claim
}

const VALUE_LEADS = new Set(
  'the text value message words label number status state equal to up on at with exactly only : , content contents a an following'.split(
    ' ',
  ),
)
/** How it comes to be so is no part of a value. */
const MANNER = new Set('by default initially now already again currently'.split(' '))
/** Subjects that stand for the whole page. */
const GENERAL = new Set(
  'the page screen it list table app site this result results message text dialog'.split(' '),
)

const OF_PAGE = new Set('url address path location uri title'.split(' '))

function saying(subject: readonly Token[], rest: readonly Token[], sign: Sign): Claim {
  const quoted = rest.filter(({ kind }) => kind === 'quoted')
  if (subject.every(({ low }) => GENERAL.has(low))) return thing(rest, sign)
  const count = countOf(rest)
  if (count !== null && sign === 'positive') return count
  let start = 0
  while (start < rest.length - 1 && isWord(rest[start], VALUE_LEADS)) start++
  let end = rest.length
  while (end > start + 1 && isWord(rest[end - 1], MANNER)) end--
  const value = quoted.length === 1 ? quoted : rest.slice(start, end)
  if (sign === 'positive') return { expect: 'text', what: subject, value }
  // Neither is a text of the page, which would hardly ever show it.
  if (subject.some((token) => isWord(token, OF_PAGE)))
    return { expect: 'unclear', reason: 'Say what the address or the title is instead.' }
  return quoted.length === 1
    ? { expect: 'hidden', what: value, of: subject }
    : { expect: 'unclear', reason: 'Say what should be there, or put what should not into quotes.' }
}

/** Something that is there or not, without a word about how it is. */
function thing(tokens: readonly Token[], sign: Sign): Claim {
  const count = sign === 'positive' ? countOf(tokens) : null
  return count ?? { expect: visibility(sign), what: tokens }
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const VAGUE = new Set('least most more fewer less than about around'.split(' '))

/** "3 rows", "exactly two Reply buttons": only of things that have a role; "3 flights" is a text. */
function countOf(tokens: readonly Token[]): Claim | null {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  const at = words.findIndex(({ low }) => low !== 'exactly' && low !== 'only' && low !== 'the')
  const count = numberOf(words[at])
  if (count === null || at === words.length - 1) {
    const isVague = words.some(({ low }) => VAGUE.has(low)) && words.some((word) => numberOf(word) !== null)
    return isVague && isKind(words)
      ? { expect: 'unclear', reason: 'Only exact numbers can be expected.' }
      : null
  }
  const placed = words.findIndex((token, index) => index > at + 1 && isWord(token, PLACES))
  const what = words.slice(at + 1, placed === -1 ? undefined : placed)
  if (!isKind(what)) return null
  if (
    placed !== -1 &&
    !words.slice(placed).every(({ low }) => TAILS.has(low) || GENERAL.has(low) || PLACES.has(low))
  ) {
    return { expect: 'unclear', reason: 'What is counted is counted on the whole page; leave the place out.' }
  }
  return { expect: 'count', what, count }
}

function isKind(words: readonly Token[]): boolean {
  return [1, 2].some(
    (length) =>
      kindNamed(
        words
          .slice(-length)
          .map(({ low }) => low)
          .join(' '),
      ) !== null,
  )
}

export function numberOf(token: Token | undefined): number | null {
  if (token?.kind !== 'word') return null
  const known = NUMBERS.indexOf(token.low)
  if (known !== -1) return known
  return /^\d{1,4}$/.test(token.low) ? Number(token.low) : null
}

/** "Can view" is a name, "CAN" is not. */
function isCapital(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.text)
}

function isWord(token: Token | undefined, set: ReadonlySet<string>): boolean {
  return token !== undefined && token.kind !== 'quoted' && set.has(token.low)
}

function flipped(sign: Sign): Sign {
  return sign === 'positive' ? 'negative' : 'positive'
}

function visibility(sign: Sign): 'visible' | 'hidden' {
  return sign === 'positive' ? 'visible' : 'hidden'
}

function each<T extends string>(value: T, phrases: string): [string, T][] {
  return phrases.split(', ').map((phrase) => [phrase, value])
}
