/** Whether a value that stands under a name is a secret. */
import { isRandom, isStrongPassword, isWords } from './judge-value.ts'
import type { Candidate } from './secret-rule.ts'

export const KEY_WORDS =
  '(?:(?<![a-z])|smtp|mail|db|user|admin|auth|app)pass(?![\\w-])|api[_-]?key|api[_-]?secret|secret|token|passw(?:or)?d|passphrase|pwd|credentials?|(?:access|private|auth|signing|encryption|master|service|account|session|jwt|admin|license)[_-]?key|authorization'

/** Names that hold what is near a secret, and none. */
const OTHER_NAMES =
  /public|publishable|anon|vapid_?key|site_?key|search|storage|cookie|csrf|xsrf|(?:id|url|uri|path|name|type|header|field|label|placeholder|selector|prefix|suffix|param|regex|pattern|schema|hash|algorithm|expir\w*|ttl|endpoint|count|length|limit|message|error|title|hint|text|description|format|class|style|icon|event|action|route|policy|version|ref|arn|file)$/i
export const PUBLIC_VALUES =
  /^(?:pk_|pk\.|phc_|sb_publishable_|G-|GTM-|UA-|6L[\w-]{38}$|https?:|\/|\.\/|@|#|arn:|sha\d{3}-|data:|urn:)/

/** Names of what need not look random. */
const CHOSEN_BY_PEOPLE = /pass$|passw(?:or)?d$|pwd$|passphrase$|secret$|secret[_-]?key$/i

export function isAssigned({ value, groups, before }: Candidate): boolean {
  const name = (/[\w.-]{0,60}$/.exec(before)?.[0] ?? '') + (groups.name ?? '')
  if (OTHER_NAMES.test(name) || PUBLIC_VALUES.test(value) || isToken(value)) return false
  if (CHOSEN_BY_PEOPLE.test(name) && isStrongPassword(value)) return true
  return isRandom(value) && !isWords(value) && (!isUuid(value) || /api_?key|secret/i.test(name))
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)
}

/** Those are judged by what they say. */
export function isToken(value: string): boolean {
  return value.startsWith('eyJ')
}
