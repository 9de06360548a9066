/** What a script has to do with tracking: the tag it loads, the ids it sets up, the conversions it reports. */
import { type Token, tokenize } from './script-tokens.ts'

/** A text put together from texts and from names whose value stands elsewhere. */
export type Expression = readonly ({ text: string } | { name: string })[]

export interface Findings {
  /** Addresses of the tag that are loaded. */
  loaders: Expression[]
  /** Ids that are set up. */
  configs: Expression[]
  /** Where conversions are sent to; null when that cannot be seen. */
  calls: (Expression | null)[]
  constants: { name: string; value: Expression }[]
}

export const noFindings = (): Findings => ({ loaders: [], configs: [], calls: [], constants: [] })

/** Adds what is found; returns the texts in it that are scripts or markup with scripts themselves. */
export function findInScript(code: string, found: Findings): string[] {
  const nested: string[] = []
  const tokens = tokenize(code)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'text') readText(tokens, at, found, nested)
    else if (token.kind === 'name') {
      if (token.value === 'gtag') readCall(tokens, at, found)
      readConstant(tokens, at, found)
    }
  }
  return nested
}

const CALL = /\bgtag\s*(\?\.)?\s*\(/
const MARKUP = /<script|<[a-z][^<>]*\son[a-z]+\s*=/i

export function isMarkup(text: string): boolean {
  return MARKUP.test(text)
}

function readText(tokens: readonly Token[], at: number, found: Findings, nested: string[]): void {
  const { value } = tokens[at] as Token
  if (isMarkup(value)) nested.push(value)
  else if (value.includes(LOADER)) found.loaders.push(expressionAt(tokens, at)?.expression ?? partsOf(value))
  else if (CALL.test(value)) nested.push(value)
}

export const LOADER = 'googletagmanager.com/gtag/js'

function readCall(tokens: readonly Token[], name: number, found: Findings): void {
  const open = tokens[name + 1]?.value === '?.' ? name + 2 : name + 1
  const command = tokens[open + 1]
  if (!isSign(tokens[open], '(') || command?.kind !== 'text' || !isSign(tokens[open + 2], ',')) return
  const second = open + 3
  if (command.value === 'config') {
    const id = expressionAt(tokens, second)
    if (id) found.configs.push(id.expression)
  } else if (command.value === 'event' && tokens[second]?.value === 'conversion') {
    found.calls.push(...sendTo(tokens, second + 1))
  }
}

/** How far the end of a call is looked for. */
const MOST_TOKENS = 300

/** The values of `send_to` in the object that is the next argument. */
function sendTo(tokens: readonly Token[], comma: number): (Expression | null)[] {
  if (!isSign(tokens[comma], ',') || !isSign(tokens[comma + 1], '{')) return [null]
  let depth = 0
  for (let at = comma + 1; at < Math.min(tokens.length, comma + MOST_TOKENS); at++) {
    const { kind, value } = tokens[at] as Token
    if (kind === 'sign' && '([{'.includes(value)) depth++
    else if (kind === 'sign' && ')]}'.includes(value)) depth--
    else if (depth === 1 && kind !== 'sign' && value === 'send_to') return valuesAt(tokens, at)
    if (depth === 0) break
  }
  return [null]
}

function valuesAt(tokens: readonly Token[], key: number): (Expression | null)[] {
  if (!isSign(tokens[key + 1], ':')) return [[{ name: 'send_to' }]]
  if (!isSign(tokens[key + 2], '[')) return [expressionAt(tokens, key + 2)?.expression ?? null]
  const values: (Expression | null)[] = []
  for (let at = key + 3; values.length < 50; ) {
    const value = expressionAt(tokens, at)
    values.push(value?.expression ?? null)
    if (!value || !isSign(tokens[value.next], ',')) break
    at = value.next + 1
  }
  return values
}

/** `X = 'text'`, `X: 'text'` and `X: string = 'text'`. */
function readConstant(tokens: readonly Token[], at: number, found: Findings): void {
  const isTyped =
    isSign(tokens[at + 1], ':') && tokens[at + 2]?.kind === 'name' && isSign(tokens[at + 3], '=')
  const value = isTyped ? at + 4 : at + 2
  const isGiven = isTyped || isSign(tokens[at + 1], '=') || isSign(tokens[at + 1], ':')
  if (!isGiven || tokens[value]?.kind !== 'text') return
  const read = expressionAt(tokens, value)
  const name = (tokens[at] as Token).value
  if (read && sizeOf(read.expression) <= LONGEST_CONSTANT)
    found.constants.push({ name, value: read.expression })
}

const LONGEST_CONSTANT = 128

function sizeOf(expression: Expression): number {
  return expression.reduce((sum, part) => sum + ('text' in part ? part.text.length : 16), 0)
}

const MOST_PARTS = 16

/** Texts and names with `+` between them, up to where something else follows. Null when it is anything else. */
function expressionAt(
  tokens: readonly Token[],
  from: number,
): { expression: Expression; next: number } | null {
  const parts: Expression[number][] = []
  for (let at = from; parts.length <= MOST_PARTS; at++) {
    const token = tokens[at]
    if (!token || token.kind === 'sign') return null
    if (token.kind === 'text') parts.push(...partsOf(token.value))
    else {
      // Of `ads.ids.purchase` the last name counts.
      while (isSign(tokens[at + 1], '.') && tokens[at + 2]?.kind === 'name') at += 2
      parts.push({ name: tokens[at]?.value ?? '' })
    }
    at++
    if (!isSign(tokens[at], '+')) return endsAt(tokens[at]) ? { expression: parts, next: at } : null
  }
  return null
}

/** Behind a whole expression; a call, a choice or a calculation is none that can be read. */
function endsAt(token: Token | undefined): boolean {
  return token?.kind !== 'sign' || ![...'(?[|&*-%'].includes(token.value)
}

const IN_TEMPLATE = /\$\{\s*(?:[\w$]+\.)*([\w$]+)\s*\}/

function partsOf(text: string): Expression {
  const pieces = text.split(IN_TEMPLATE)
  return pieces.slice(0, MOST_PARTS).map((piece, n) => (n % 2 === 0 ? { text: piece } : { name: piece }))
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.value === sign
}
