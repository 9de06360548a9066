import type { Intent } from './intent.ts'
import type { Token } from './lexer.ts'
import { numberOf, readClaim } from './read-claim.ts'

/** As the `milliseconds` of a step. */
const MAX_WAIT_MS = 30_000
const UNITS: readonly [RegExp, number][] = [
  [/^(?:ms|msec|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1_000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
]
const LEADS = new Set([
  'for',
  'about',
  'until',
  'till',
  'at',
  'least',
  'around',
  'another',
  'that',
  'up',
  'to',
])
/** How long a page may take to settle that nobody says anything else about: going there has waited for it already. */
const SETTLE_MS = 1_000

/** What stands behind "wait": a time, or what to wait for. */
export function readWait(tokens: readonly Token[]): Intent {
  const isForText = tokens.some(({ kind }) => kind === 'quoted')
  const milliseconds = isForText ? null : timeIn(tokens)
  if (milliseconds !== null) {
    if (milliseconds >= 1 && milliseconds <= MAX_WAIT_MS) return { kind: 'wait', milliseconds }
    return { kind: 'unclear', reason: 'A step waits for at most 30 seconds.' }
  }
  const timeless = isForText ? withoutTime(tokens) : tokens
  const start = timeless.findIndex(({ kind, low }) => kind === 'quoted' || !LEADS.has(low))
  const rest = start === -1 ? [] : timeless.slice(start)
  if (rest.length === 0 || rest.some(({ low }) => VAGUE.has(low))) {
    return { kind: 'unclear', reason: 'It does not say how long, or for what.' }
  }
  if (isPageLoad(rest)) return { kind: 'wait', milliseconds: SETTLE_MS }
  return { kind: 'wait_for', claim: readClaim(rest) }
}

const VAGUE = new Set(['moment', 'bit', 'while', 'briefly', 'little'])
const LOADING = new Set(
  'the page site app to is has loaded load finish finishes finished loading loads fully completely be ready done'.split(
    ' ',
  ),
)

function isPageLoad(tokens: readonly Token[]): boolean {
  return (
    tokens.every(({ kind, low }) => kind !== 'quoted' && LOADING.has(low)) &&
    tokens.some(({ low }) => /^(?:page|site|app)$/.test(low))
  )
}

/** "up to 5 seconds": how long a step may take is no part of what is waited for. */
function withoutTime(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) => numberOf(token) !== null && inUnit(1, tokens[index + 1]?.low ?? '') !== null,
  )
  if (at === -1) return [...tokens]
  const before = tokens.slice(0, at)
  while (before.length > 0 && before.at(-1)?.kind === 'word' && BEFORE_TIME.has(before.at(-1)?.low ?? ''))
    before.pop()
  return [...before, ...tokens.slice(at + 2)]
}

const BEFORE_TIME = new Set(['for', 'up', 'to', 'within', 'at', 'most', 'about', 'max', 'maximum'])

function timeIn(tokens: readonly Token[]): number | null {
  const rest = tokens.filter(({ kind, low }) => kind === 'word' && !LEADS.has(low))
  const [first, second, ...more] = rest
  if (first === undefined) return null
  const glued = /^(\d{1,6}(?:\.\d{1,3})?)([a-z]{1,12})$/.exec(first.low)
  if (glued !== null && second === undefined) return inUnit(Number(glued[1]), glued[2] ?? '')
  const amount = first.low === 'a' || first.low === 'one' ? 1 : (decimal(first.low) ?? numberOf(first))
  if (amount === null || second === undefined || more.length > 0) return null
  return inUnit(amount, second.low)
}

function decimal(word: string): number | null {
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(word) ? Number(word) : null
}

function inUnit(amount: number, unit: string): number | null {
  const found = UNITS.find(([pattern]) => pattern.test(unit))
  return found === undefined ? null : Math.round(amount * found[1])
}
