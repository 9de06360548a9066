import type { Token } from './lexer.ts'
import { isPerson } from './nouns.ts'
import { type Verb, verbAt } from './verbs.ts'

/** The tokens of a sentence without what only leads to it: numbers of a list, politeness, who does it. */
export function withoutFillers(tokens: readonly Token[]): Token[] {
  let at = 0
  for (let length = fillerAt(tokens, at); length > 0; length = fillerAt(tokens, at)) at += length
  let end = tokens.length
  while (end > at && isTrailing(tokens, end - 1)) end--
  return tokens.slice(at, end)
}

const FILLERS = phrases(`
  please, kindly, then, and then, and, next, now, finally, lastly, afterwards, after that, also, so, but, first of all, secondly, thirdly,
  given that, given, when, i, we, you, he, she, they, the user, user, a user, the users, users, the tester, the customer, a customer,
  the visitor, a visitor, the admin, the person, someone, can you, could you, would you, try to, tries to, trying to, go ahead and, want to, wants to,
  need to, needs to, has to, have to, would like to, is able to, are able to, am able to, should be able to, must be able to, can, may,
  simply, just, again, ok, okay, step, let us, lets, let me, begin by, start by, by, immediately, quickly, carefully, will, shall, to`)

/** These are fillers only before a verb: "First click", but "the first row". */
const BEFORE_VERB = phrases('first, second, third, last, once more, should, must, proceed to, continue to')

function fillerAt(tokens: readonly Token[], at: number): number {
  const token = tokens[at]
  if (token === undefined || at === tokens.length - 1) return 0
  if (token.kind === 'mark') return 1
  if (token.kind !== 'word') return 0
  if (at <= 2 && BULLET.test(token.low) && startsSentence(tokens, at + 1)) return 1
  if (verbAt(tokens, at) !== null) return 0
  const length = Math.max(longest(FILLERS, tokens, at), personAt(tokens, at), at === 0 ? roleAt(tokens) : 0)
  if (length > 0 && at + length < tokens.length) return length
  const ordinal = longest(BEFORE_VERB, tokens, at)
  if (ordinal > 0 && (tokens[at + ordinal]?.low === ',' || verbAt(tokens, at + ordinal) !== null))
    return ordinal
  return 0
}

const ARTICLES = new Set(['the', 'a', 'an'])
const MOST_WORDS_OF_PERSON = 4
const DOING: ReadonlySet<Verb> = new Set(
  'visit click double_click key fill fill_with set clear choose check uncheck toggle hover upload search see appoint take'.split(
    ' ',
  ) as Verb[],
)

/** "The signed-in shopper selects": somebody, if a verb that says what somebody does follows. */
function personAt(tokens: readonly Token[], at: number): number {
  if (!ARTICLES.has(tokens[at]?.low ?? '')) return 0
  for (let end = at + 1; end < Math.min(at + MOST_WORDS_OF_PERSON, tokens.length - 2); end++) {
    const token = tokens[end]
    if (token?.kind !== 'word' || token.text !== token.low) return 0
    if (!isPerson(token.low)) continue
    const next = tokens[end + 1]
    const verb = verbAt(tokens, end + 1)
    if (verb !== null && DOING.has(verb.verb) && (verb.verb === 'see' || next?.low.endsWith('s')))
      return end + 1 - at
    if (verb === null && ABILITIES.has(next?.low ?? '') && longest(FILLERS, tokens, end + 1) > 0)
      return end + 1 - at
  }
  return 0
}

const ABILITIES = new Set('wants needs tries would is should has can then now'.split(' '))
const MOST_WORDS_OF_ROLE = 7

/** "As a sales rep, I": who it is makes no difference. */
function roleAt(tokens: readonly Token[]): number {
  if (tokens[0]?.low !== 'as' || !ARTICLES.has(tokens[1]?.low ?? '')) return 0
  const comma = tokens
    .slice(0, MOST_WORDS_OF_ROLE)
    .findIndex(({ kind, low }) => kind === 'mark' && low === ',')
  return comma > 2 ? comma + 1 : 0
}

/** "Once submitted, wait": what is past already may be said before what is waited for or expected. */
export function withoutPast(tokens: readonly Token[]): readonly Token[] {
  if (!PAST.has(tokens[0]?.low ?? '')) return tokens
  const comma = tokens.findIndex(({ kind, low }) => kind === 'mark' && low === ',')
  const clause = tokens.slice(1, Math.max(1, comma))
  const rest = withoutFillers(tokens.slice(comma + 1))
  const isStepBefore =
    clause.length > 1 && clause.some((token, at) => token.low.endsWith('ing') && verbAt(clause, at) !== null)
  if (comma < 2 || isStepBefore || clause.some(({ kind }) => kind !== 'word')) return tokens
  const isClaim = rest[0]?.kind === 'quoted' && rest.some(({ low }) => low === 'should' || low === 'appears')
  return isClaim || EXPECTING.has(verbAt(rest, 0)?.verb ?? 'click') ? rest : tokens
}

const PAST = new Set(['once', 'after', 'afterwards'])
const EXPECTING: ReadonlySet<Verb> = new Set<Verb>(['wait', 'see', 'verify', 'exists'])

/** "Priority: choose High" says the same as "choose High in Priority". */
export function withLabelBehind(tokens: readonly Token[]): readonly Token[] {
  const colon = tokens
    .slice(0, MOST_WORDS_OF_ROLE)
    .findIndex(({ kind, low }) => kind === 'mark' && low === ':')
  const rest = tokens.slice(colon + 1)
  const verb = verbAt(rest, 0)
  const [label, end] = [tokens.slice(0, colon), rest.at(-1)?.end ?? 0]
  if (
    colon < 1 ||
    longest(FRONTS, tokens, 0) > 0 ||
    verb === null ||
    !LABELLED.has(verb.verb) ||
    rest.length <= verb.length
  )
    return tokens
  if (label.some((token, at) => token.kind === 'mark' || verbAt(label, at) !== null)) return tokens
  return [...rest, { kind: 'word', text: 'in', low: 'in', isVariable: false, start: end, end }, ...label]
}

const LABELLED: ReadonlySet<Verb> = new Set<Verb>(['fill', 'choose'])

const BULLET = /^(?:[-*•–—·▪◦>]+|\[[ x]?\]?|\]|\d{1,3}[.)]?|#\d{1,3})$/

function startsSentence(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || token.kind === 'quoted') return false
  return (
    token.kind === 'mark' ||
    BULLET.test(token.low) ||
    longest(FILLERS, tokens, at) > 0 ||
    verbAt(tokens, at) !== null
  )
}

function isTrailing(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  return token?.kind === 'mark' || (token?.kind === 'word' && (token.low === 'please' || token.low === 'too'))
}

/** Who says what must not be done or seen: how many tokens it takes. */
export function negationAt(tokens: readonly Token[], at: number): number {
  return longest(NEGATIONS, tokens, at)
}

const NEGATIONS = phrases(`
  do not, dont, does not, doesnt, did not, didnt, never, cannot, can not, cant, can no longer, should not, shouldnt, should no longer, should never, must not, mustnt,
  must no longer, will not, wont, no longer, not, avoid, may not, is not able to, should not be able to, must not be able to, is no longer able to, without`)

/** Where a second step begins: "type a word and press Enter". Null when there is one step only. */
export function secondStepAt(tokens: readonly Token[], from = 1): { end: number; start: number } | null {
  for (let at = from; at < tokens.length - 1; at++) {
    const length = longest(CONNECTORS, tokens, at)
    if (length === 0) continue
    const rest = withoutFillers(tokens.slice(at + length, at + length + ENOUGH_TO_TELL))
    if (isStep(rest)) return { end: at, start: at + length }
  }
  return null
}

/** So many tokens show whether a step begins. */
const ENOUGH_TO_TELL = 12
const CONNECTORS = phrases('and then, and also, and, then, before, after which, but')
for (const mark of [',', ';', '.', ':', '!', '?']) CONNECTORS.set(mark, [[mark]])

/** Verbs that begin a step wherever they stand, if something follows them. */
const STRONG = new Set(
  'visit click double_click key fill fill_with choose check uncheck toggle hover upload see verify exists wait'.split(
    ' ',
  ),
)

function isStep(tokens: readonly Token[]): boolean {
  const start = negationAt(tokens, 0)
  const verb = verbAt(tokens, start)
  return verb !== null && STRONG.has(verb.verb) && tokens.length > start + verb.length
}

/** "In the dialog, click OK": where to look, and what to do there. */
export function fronted(tokens: readonly Token[]): { within: Token[]; rest: Token[] } | null {
  const length = longest(FRONTS, tokens, 0)
  if (length === 0) return null
  const comma = tokens.findIndex(({ kind, low }) => kind === 'mark' && (low === ',' || low === ':'))
  for (let at = length + 1; at < tokens.length - 1; at++) {
    const isEnd = comma === -1 ? verbAt(tokens, at) !== null : at === comma + 1
    if (!isEnd) continue
    const rest = withoutFillers(tokens.slice(at))
    if (verbAt(rest, 0) === null && comma === -1) return null
    return { within: tokens.slice(length, comma === -1 ? at : comma), rest }
  }
  return null
}

const FRONTS = phrases('in, on, under, within, inside, next to, beside, below, for, at, near, from')

/** What depends on something else is not one step. */
export function conditionAt(tokens: readonly Token[]): boolean {
  return CONDITIONS.has(tokens[0]?.low ?? '')
}

const CONDITIONS = new Set([
  'if',
  'unless',
  'once',
  'after',
  'before',
  'while',
  'whenever',
  'until',
  'repeat',
  'either',
  'as',
])

function longest(
  list: ReadonlyMap<string, readonly string[][]>,
  tokens: readonly Token[],
  at: number,
): number {
  for (const words of list.get(tokens[at]?.low ?? '') ?? []) {
    if (words.every((word, index) => tokens[at + index]?.low === word)) return words.length
  }
  return 0
}

function phrases(text: string): Map<string, string[][]> {
  const list = new Map<string, string[][]>()
  for (const phrase of text.split(',')) {
    const words = phrase.trim().split(/\s+/)
    const first = words[0] ?? ''
    list.set(
      first,
      [...(list.get(first) ?? []), words].sort((one, other) => other.length - one.length),
    )
  }
  return list
}
