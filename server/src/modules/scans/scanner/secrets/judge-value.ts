/** Distinguishes values that are secrets from those that only stand where one could. */

/** Bits for each character, after Shannon. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const STAND_INS =
  /example|your|placeholder|change_?me|replace|dummy|sample|redacted|insert|xxxx|fake|mock|todo|12345678|abcdefgh|deadbeef|0{8}|lorem|secret_?here|key_?here|token_?here|removed|hidden|censored/i
const COMPUTED =
  /\$\{|\{\{|\$\(|^\$|<[\w .-]{1,60}>|%[sd({]|^%|process\.env|import\.meta|Deno\.env|os\.environ|getenv|\.\.\.|…|\*{3}|•/
const SAME_RUN = /(.)\1{6}/

/** Written for a reader, or filled in when it runs. */
export function isPlaceholder(value: string): boolean {
  if (STAND_INS.test(value) || COMPUTED.test(value) || SAME_RUN.test(value)) return true
  return new Set(value.toLowerCase()).size <= Math.min(4, value.length / 4)
}

const WEAK =
  /^(?:pass|password\d?|passwd|pwd|secret|root|admin|test(?:ing)?|postgres|mysql|mongo|redis|guest|user|dev|local|db|pw|p|token|key|hunter2|qwerty|letmein)$/i

/** What every manual writes; harmless unless a server really has it. */
export function isWeakPassword(value: string): boolean {
  return WEAK.test(value) || isPlaceholder(value)
}

/** Most of it reads as words: a name, a path or a message and no random value. */
export function isWords(value: string): boolean {
  const parts = value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
  const letters = parts
    .filter((part) => /^(?:[A-Z]?[a-z]{2,}|[A-Z]{3,})\d{0,2}$/.test(part) && /[aeiouy]/i.test(part))
    .reduce((sum, part) => sum + part.length, 0)
  return letters >= value.length * 0.6
}

/** Random enough for a key: 20 characters or more, and none of the usual other things. */
export function isRandom(value: string): boolean {
  if (value.length < 20 || isPlaceholder(value)) return false
  if (/^[0-9a-f-]+$/i.test(value)) return /\d/.test(value) && entropyOf(value) >= 3
  if (!/^[\w+/=.~-]+$/.test(value) || !/\d/.test(value) || !/[a-z]/i.test(value) || isWords(value))
    return false
  // So few characters cannot have four bits each, even when they are random.
  return entropyOf(value) >= (value.length >= 32 ? 4 : 3.6)
}

/** Chosen by a person for a machine: long, of several kinds of characters. */
export function isStrongPassword(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  const isLong = value.length >= (kinds >= 3 ? 10 : 16)
  return isLong && kinds >= 2 && !isWeakPassword(value) && !isWords(value) && entropyOf(value) >= 3
}

export interface Claims {
  role?: unknown
  iat?: unknown
  exp?: unknown
  sub?: unknown
  name?: unknown
}

/** What a JSON web token says; null when it is none. */
export function readClaims(token: string): Claims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? claims : null
  } catch {
    return null
  }
}

const WEEK = 7 * 24 * 3600

/** Of no use any more by the time that somebody reads the code. */
export function isShortLived({ iat, exp }: Claims): boolean {
  return typeof iat === 'number' && typeof exp === 'number' && exp - iat <= WEEK
}
