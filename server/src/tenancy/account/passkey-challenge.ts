/** Challenges that passkeys sign. They carry their end and our mark, so that nothing is stored until one is answered. */
import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const VALID_MS = 5 * 60_000

/** What a challenge is for; one for signing in cannot add a passkey. */
export type ChallengePurpose = 'sign in' | `add for ${string}`

export function makeChallenge(secrets: Secrets, purpose: ChallengePurpose, now: Date): Buffer<ArrayBuffer> {
  const text = `${(now.getTime() + VALID_MS).toString(36)}.${randomBytes(24).toString('base64url')}`
  return Buffer.from(`${text}.${secrets.sign(nameOf(purpose), text)}`)
}

/** When it ends; null when it has, or is none of ours. */
export function readChallenge(
  secrets: Secrets,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Date | null {
  const [end = '', nonce = '', mark = ''] = Buffer.from(challenge, 'base64url').toString('latin1').split('.')
  if (!secrets.verify(nameOf(purpose), `${end}.${nonce}`, mark)) return null
  const expiresAt = new Date(Number.parseInt(end, 36))
  return expiresAt > now ? expiresAt : null
}

function nameOf(purpose: ChallengePurpose): string {
  return `passkey challenge: ${purpose}`
}
