/** Idempotency-Key: what a key looks like, how long it is known, and which POSTs take none. */
import { Type } from 'typebox'

export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Set to `true` on an answer that an earlier request with the same key got. */
export const REPLAYED = 'Idempotency-Replayed'
/** How long a key is known. */
export const KEY_HOURS = 24
/** Of those who come without a credential: their key is all that tells them from others at their address. */
export const SHORTEST_VISITORS_KEY = 22

export const KEY_PATTERN = '^[A-Za-z0-9_.:-]+$'
export const MAX_KEY_LENGTH = 200
export const KEY_TEXT = `A text of your own for this one request. A repeat with the same key and body within ${KEY_HOURS} hours gets the first answer, with the header \`${REPLAYED}: true\`.`
export const IdempotencyKey = Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: KEY_PATTERN })

const SIGNS_IN = 'signs in or out, or spends a code that works once; its answer is a session'
const READS = 'changes nothing'
const PASSES = 'hands the request on as it comes, its Idempotency-Key too'
const UPLOADS = 'its file is handed on as it arrives, so nobody can compare it before it is stored'
const COUNTS = 'gathered in memory and counted later, together with others'

/** Every POST without a key, and why; `area.*` stands for all of an area. */
export const UNKEYED: Readonly<Record<string, string>> = {
  'session.*': SIGNS_IN,
  'account.*': SIGNS_IN,
  'invitations.accept': SIGNS_IN,
  'app_auth.*': SIGNS_IN,
  'api_keys.create': 'is always refused',
  'members.list': READS,
  'invitations.preview': READS,
  'records.aggregate': READS,
  'schemas.try_rules': READS,
  'events.aggregate': READS,
  'integrations.create_file_signed_url': READS,
  'connectors.decide_sandbox': READS,
  'records.import': UPLOADS,
  'integrations.upload_file': UPLOADS,
  'integrations.upload_private_file': UPLOADS,
  'app_logs.visit': COUNTS,
  'events.track': COUNTS,
  'recordings.send': 'its actions are numbered, so a repeat adds none',
  'functions.invoke': PASSES,
  'functions.call': PASSES,
  'git.serve': PASSES,
  'workflows.receive': 'other services call it, which know no key and no caller of ours',
}

/** Why this POST takes no key; undefined when it should take one. */
export function whyUnkeyed(name: string): string | undefined {
  return UNKEYED[name] ?? UNKEYED[`${name.slice(0, name.indexOf('.'))}.*`]
}
