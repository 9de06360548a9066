/** Takes secrets out of what is shown to others. Every pattern here needs time in proportion to the text. */
import { redactPlaces } from './redact-places.ts'
import { formsOfSecret } from './secret-forms.ts'
import { isKeyName, isSecretName, looksRandom } from './secret-names.ts'
import { KEY_SHAPES } from './secret-shapes.ts'

export { isSecretName } from './secret-names.ts'

export const REDACTED = '[redacted]'

/**
 * Returns the same text or JSON without what looks like a secret: by the name before it, by its shape, or because it
 * is one of the `secrets` that the caller knows.
 */
export function redact<T>(value: T, secrets: readonly string[] = []): T {
  const known = formsOf(secrets)
  // The cast: a text stays a text, a list a list, and an object keeps its shape.
  return redactValue(value, known, 0) as T
}

/**
 * As `redact`, for code, where `password: string` is no secret: by a name before it only what is written as a value is
 * taken out, in quotation marks, in a line such as `KEY=value`, or a word with digits.
 */
export function redactCode<T>(value: T, secrets: readonly string[] = []): T {
  const known = formsOf(secrets)
  // The cast: as above.
  return redactValue(value, known, 0, isWrittenOut) as T
}

/** What is nested deeper is left out: nobody reads it, and it would cost a stack. */
const DEEPEST = 100
/** A shorter one stands in ordinary words too. */
const SHORTEST_KNOWN = 6

function redactValue(
  value: unknown,
  known: readonly string[],
  depth: number,
  isSecret: IsSecret = () => true,
): unknown {
  if (typeof value === 'string') return redactText(value, known, isSecret)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return REDACTED
  if (Array.isArray(value)) {
    const clean = value.map((item) => redactValue(item, known, depth + 1, isSecret))
    const [name, item] = value
    return value.length === 2 && isPair(name, item) ? [clean[0], REDACTED] : clean
  }
  const { name: own, key = own, header = key } = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redactText(name, known, isSecret),
      isHidden(name, item) || (name === 'value' && isPair(header, item))
        ? hide(item)
        : redactValue(item, known, depth + 1, isSecret),
    ]),
  )
}

function isHidden(name: string, value: unknown): boolean {
  if (isSecretName(name)) return !isExpression(value)
  return typeof value === 'string' && isKeyName(name) && looksRandom(value)
}

/** A name and its value next to each other; two names are no pair. */
function isPair(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string' || typeof value !== 'string' || isExpression(value)) return false
  return /^[\w.-]{1,64}$/.test(name) && isHidden(name, value) && /[^A-Za-z_.-]/.test(value)
}

/** It only says where the secret comes from. */
function isExpression(value: unknown): boolean {
  return typeof value === 'string' && /^\$\{[\s\S]*\}$/.test(value)
}

/** That there is none, or that there is one, is no secret. */
function hide(value: unknown): unknown {
  return value === null || typeof value === 'boolean' || value === '' ? value : REDACTED
}

function redactText(text: string, known: readonly string[], isSecret: IsSecret): string {
  let clean = text
  for (const secret of known) clean = clean.replaceAll(secret, REDACTED)
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  clean = redactPlaces(clean)
  clean = clean.replace(CARD, (digits) => (isCardNumber(digits) ? REDACTED : digits))
  return redactNamed(clean, isSecret)
}

/** The values in the forms in which texts show them; the longest first, since one may be a part of another. */
export function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST_KNOWN).flatMap(formsOfSecret)
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}

/** Whether the value from `start` to `end` of a text is one, whose name begins at `from`. */
type IsSecret = (text: string, place: { from: number; start: number; end: number }) => boolean

function isWrittenOut(
  text: string,
  { from, start, end }: { from: number; start: number; end: number },
): boolean {
  const value = text.slice(start, end)
  if (/^\\*["']/.test(value)) return true
  const isOwnLine = from === 0 || text[from - 1] === '\n'
  if (isOwnLine && /^[A-Z][A-Z0-9_]{0,63}=$/.test(text.slice(from, start))) return true
  return value.length >= 6 && /\d/.test(value) && !/[.[(]/.test(value) && !/[.[(]/.test(text[end] ?? '')
}

const KNOWN_SHAPES = KEY_SHAPES.map(([, prefix, body]) => prefix + body.replace('(?<value>', '('))

/**
 * Each begins where no word goes on, so that a long text is read once and not from each of its letters. Those of services
 * are looser than in `KEY_SHAPES`, because a key may be cut.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, REDACTED],
  // Three parts of base64url, the first of which is a JSON object.
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, REDACTED],
  // Ours: a short prefix and 256 bits.
  [/(?<![A-Za-z0-9])[a-z]{2,8}_[\w-]{43}(?![\w-])/g, REDACTED],
  [/(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,}/g, REDACTED],
  [/(?<![A-Za-z0-9])whsec_[\w+/=-]{16,}/g, REDACTED],
  [/(?<![A-Za-z0-9])(?:gh[pousr]|github_pat|npm|glpat)[_-]\w{16,}/g, REDACTED],
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, REDACTED],
  [/(?<![A-Za-z0-9])AIza[\w-]{30,}/g, REDACTED],
  [/(?<![A-Za-z0-9])ya29\.[\w-]{16,}/g, REDACTED],
  [/(?<![A-Za-z0-9])xox[a-z]-[\w-]{10,}/g, REDACTED],
  [/(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}/g, REDACTED],
  [/(?<![A-Za-z0-9])sk-[\w-]{16,}/g, REDACTED],
  [new RegExp(`(?<![\\w-])(?:${KNOWN_SHAPES.join('|')})(?![\\w-])`, 'g'), REDACTED],
  // A sentence about bearers has no word of 16 letters with a digit or a sign in it.
  [/\b(bearer|basic)[ \t]{1,4}(?=[A-Za-z]{0,200}[\d._~+/=-])[\w.~+/=-]{16,}/gi, `$1 ${REDACTED}`],
  // The name and password in an address.
  [/(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]{1,30}:\/\/)[^\s:@/?#]{0,256}:[^\s@/]{1,256}@/gi, `$1${REDACTED}@`],
]

const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g

/** Luhn's sum, which one number in ten has by chance, behind a first digit that cards have. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /^[2-6]/.test(digits)
}

/** `password=…`, `"api_key": "…"`, also within JSON that stands in a text. */
function redactNamed(text: string, isSecret: IsSecret): string {
  let clean = ''
  let done = 0
  NAME.lastIndex = 0
  for (let found = NAME.exec(text); found; found = NAME.exec(text)) {
    const [whole, name = ''] = found
    const isKey = !isSecretName(name)
    if (isKey && !isKeyName(name)) continue
    const start = found.index + whole.length
    const end = endOfValue(text, start, LINE_NAMES.test(name))
    const value = text.slice(start, end)
    if (end === start || EMPTY_VALUES.test(value) || (isKey && !looksRandom(value))) continue
    if (!isSecret(text, { from: found.index, start, end })) continue
    const [quote = ''] = /^\\*["']/.exec(value) ?? []
    clean += text.slice(done, start) + quote + REDACTED + (quote !== '' && value.endsWith(quote) ? quote : '')
    done = end
    NAME.lastIndex = end
  }
  return clean + text.slice(done)
}

const NAME = /(?<![\w.-])([A-Za-z_][\w.-]{0,63})\\{0,3}["']?[ \t]{0,3}(?:=>|:=|[:=]|%3[ad])[ \t]{0,3}/gi
/** Their values have blanks in them. */
const LINE_NAMES = /(?:authorization|cookie)$/i
const EMPTY_VALUES = /^(?:\\*["']{2}|true|false|null|none|undefined|\[redacted\]|\$|\\*["']?\$\{[\s\S]*)$/i
const VALUES = [
  /"(?:[^"\\]|\\[\s\S])*"?/y,
  /'(?:[^'\\]|\\[\s\S])*'?/y,
  /\\+["'][^"'\\]*(?:\\+["'])?/y,
  /[^\s,;&"'\\{}()<>]+/y,
]
const LINE_VALUES = [...VALUES.slice(0, 3), /[^\r\n"'\\{}]+/y]

function endOfValue(text: string, start: number, isLine: boolean): number {
  for (const pattern of isLine ? LINE_VALUES : VALUES) {
    pattern.lastIndex = start
    if (pattern.test(text)) return pattern.lastIndex
  }
  return start
}
