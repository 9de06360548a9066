/** Labels of values: each is a bit, so that a value can have several. */

export const REQUEST = 1
/** Chosen by the caller. */
export const INPUT = 1 << 1
/** The caller chooses how it begins, such as the host of an address. */
export const HEAD = 1 << 2
export const SECRET = 1 << 3
/** The client that acts as the app itself. */
export const SERVICE = 1 << 4
/** The identity of the caller. */
export const USER = 1 << 5
export const SQL = 1 << 6
/** The outcome of comparing what came with what only the right caller knows. */
export const CHECK = 1 << 7
/** A client of another service, made with a secret. */
export const CLIENT = 1 << 8
/** The outcome of comparing the identity of the caller with something. */
export const ROLE = 1 << 9
/** Found by the identity of the caller, or read as the caller. */
export const RECORD = 1 << 10
/** The whole environment. */
export const ENV = 1 << 11
/** Made from what the caller sent, also where nothing harmful is left of it. */
export const SENT = 1 << 12
/** Made from a secret, also where the secret cannot be told from it. */
export const KNOWN = 1 << 13
/** Made from records that were read as the service. */
export const STORED = 1 << 14
/** Such records with all their fields. */
export const WHOLE = 1 << 15
/** Input that browsers would read as markup. */
export const MARKUP = 1 << 16
/** `process` or `Deno`. */
export const HOST = 1 << 17

export const FROM_CALLER = INPUT | HEAD | SENT | MARKUP
export const HARMFUL = INPUT | HEAD | MARKUP
/** Says something about the caller, so a test of it can be a guard. */
export const TELLS = USER | CHECK | ROLE | RECORD
/** Where a value comes from; no transformation removes it. */
export const ORIGINS = TELLS | SENT | KNOWN | STORED

const SECRET_NAME = /KEY|SECRET|TOKEN|PASS|PRIVATE|CREDENTIAL|DSN|DATABASE_URL|CONNECTION|AUTH/i
const PUBLIC_NAME = /PUBLIC|PUBLISHABLE|ANON|SITE_KEY|_ID$/i
/** Parts of a request that no caller could misuse. */
const HARMLESS = /^(?:method|signal|bodyUsed|size)$/
export const ROLE_NAME = /admin|role|permission|owner|staff|created_by|authoriz|member|author|scope|claim/i
/** Steps from a list of records to its elements. */
const ELEMENTS = /^(?:\d+|computed|data|items|rows|records)$/

/** Label of a variable of the environment. */
export function ofVariable(name: string): number {
  return name === '' || name === 'computed' || (SECRET_NAME.test(name) && !PUBLIC_NAME.test(name))
    ? SECRET | KNOWN
    : 0
}

/** What a property has of its object; the object itself when there is no name. */
export function ofProperty(labels: number, name: string): number {
  if (name === '') return labels
  if (name === 'asService') return SERVICE
  if (labels & HOST) return name === 'env' ? ENV | SECRET | KNOWN : 0
  if (labels & ENV) return name === '...' ? labels : ofVariable(name)
  if (/^(?:length|size|byteLength|count)$/.test(name)) return labels & (TELLS | STORED)
  if (labels & REQUEST) return HARMLESS.test(name) ? 0 : FROM_CALLER
  let own = labels & INPUT ? labels | HEAD : labels
  if (labels & USER && ROLE_NAME.test(name)) own |= ROLE
  return labels & WHOLE && !ELEMENTS.test(name) ? own & ~WHOLE : own
}

export const ofPath = (labels: number, path: readonly string[]): number => path.reduce(ofProperty, labels)
