import type { Way } from './intent.ts'
import type { Token } from './lexer.ts'
import type { Verb } from './verbs.ts'

/** Words between a value and the element that it is meant for. */
const BETWEEN: Partial<Record<Verb, ReadonlySet<string>>> = {
  fill: words('into in to inside as for under on'),
  fill_with: words('into in to inside as for under on'),
  choose: words('from in under as for on within of out inside'),
  upload: words('to in into as for via with using at through under'),
  search: words('in within on using with inside'),
  state: words('as for in under into to'),
}
const MAX_WAYS = 8

/** All ways to take "V into T" apart, for the page to decide: a value may well contain "in" or "to". */
export function readWays(verb: Verb, tokens: readonly Token[]): Way[] {
  const rest = tokens.filter((token, index) => !(token.kind === 'mark' && index === tokens.length - 1))
  if (verb === 'set') {
    const set = splits(withoutFormer(rest), words('to as = with'), 'what first')
    // "Set a price of 49".
    const figures = splits(rest, words('of at'), 'what first').filter(({ value }) =>
      /^\p{N}/u.test(value[0]?.text ?? ''),
    )
    return set.length > 0 ? set : figures
  }
  if (verb === 'arrange') return splits(rest, words('by from'), 'what first', 'what may be empty')
  const ways = splits(rest, BETWEEN[verb] ?? words('in'), 'value first')
  if (verb === 'fill_with') ways.unshift(...splits(rest, words('with as ='), 'what first'))
  if (verb !== 'choose') ways.push(...named(rest))
  if (verb !== 'upload' && verb !== 'search') ways.push(...valueWithin(rest))
  if (ways.length === 0 && (verb === 'fill' || verb === 'state')) ways.push(...behindName(rest))
  return ways.length > 0 && verb !== 'choose' && verb !== 'search'
    ? ways
    : [...ways, { value: rest, what: null }]
}

/** "the stage from Lead to Customer": what it was before is not what it is called. */
function withoutFormer(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ low }, index) => index > 0 && low === 'from')
  const to = tokens.findIndex(({ low }, index) => index > from + 1 && low === 'to')
  return from === -1 || to === -1 ? tokens : [...tokens.slice(0, from), ...tokens.slice(to)]
}

function splits(
  tokens: readonly Token[],
  between: ReadonlySet<string>,
  order: 'value first' | 'what first',
  empty: 'what may be empty' | 'both are said' = 'both are said',
): Way[] {
  const ways: Way[] = []
  const least = empty === 'both are said' ? 1 : 0
  for (let at = least; at < tokens.length - 1 && ways.length < MAX_WAYS; at++) {
    const token = tokens[at]
    if (token?.kind !== 'word' || !between.has(token.low)) continue
    const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)]
    ways.push(order === 'value first' ? { value: before, what: after } : { value: after, what: before })
  }
  return ways
}

/** "the email 'a@b.c'" and "email: a@b.c": the element first, its value behind it. */
function named(tokens: readonly Token[]): Way[] {
  const colon = tokens.findIndex(({ kind, low }) => kind === 'mark' && low === ':')
  if (colon > 0 && colon < tokens.length - 1) {
    return [{ value: tokens.slice(colon + 1), what: tokens.slice(0, colon) }]
  }
  const last = tokens.at(-1)
  if (last?.kind !== 'quoted' || tokens.length < 2) return []
  // Two quoted texts: the second is not what is typed.
  if (tokens.slice(0, -1).some(({ kind }) => kind === 'quoted')) return []
  return [{ value: [last], what: tokens.slice(0, -1) }]
}

/** "role 'Admin' for Anna": the value stands between what is set and where. */
function valueWithin(tokens: readonly Token[]): Way[] {
  const at = tokens.findIndex(({ kind }) => kind === 'quoted')
  const before = tokens.slice(0, Math.max(0, at))
  if (at < 1 || before.every(({ low }) => LEADING.has(low)) || before.some(({ low }) => LINKING.has(low)))
    return []
  const value = tokens[at]
  if (value === undefined || !LINKING.has(tokens[at + 1]?.low ?? '')) return []
  return [{ value: [value], what: [...before, ...tokens.slice(at + 1)] }]
}

const LEADING = words('the a an option value entry item')
const LINKING = words('for in on of from under next into to as with')

/** "the card number 4242": without quotes, only figures, addresses and variables are surely a value. */
function behindName(tokens: readonly Token[]): Way[] {
  const at = tokens.findIndex(({ text }, index) => index > 0 && /[\p{N}@]|^\{\{/u.test(text))
  return at === -1 ? [] : [{ value: tokens.slice(at), what: tokens.slice(0, at) }]
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
