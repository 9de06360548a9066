import type { PasskeyAnswer } from '@atrium/contract/passkeys'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Static } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { makeChallenge, readChallenge } from './passkey-challenge.ts'
import { type PasskeyRow, passkeyStore } from './passkey-store.ts'
import { describePasskey } from './present-passkey.ts'

const TIMEOUT_MS = 5 * 60_000

/** The name that passkeys of this installation are bound to, and where its pages are. */
export function relyingParty(baseUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

/** What a browser asks for: one of these passkeys, or any that it has for us. */
export async function requestPasskey(
  { secrets, clock, baseUrl }: Pick<TenancyDeps, 'secrets' | 'clock' | 'baseUrl'>,
  allowed: readonly PasskeyRow[],
) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(baseUrl()).id,
    challenge: makeChallenge(secrets, 'sign in', clock.now()),
    timeout: TIMEOUT_MS,
    userVerification: allowed.length > 0 ? 'preferred' : 'required',
    allowCredentials: allowed.map(describePasskey),
  })
  const { challenge, userVerification = 'preferred' } = options
  const rpId = relyingParty(baseUrl()).id
  return {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification,
    allowCredentials: allowed.map(describePasskey),
  }
}

/**
 * The person whose passkey answered, or a refusal. `alone` asks that the authenticator checked who held it; as a second
 * factor its presence is enough. `use` must succeed in the transaction that acts on it: each answer counts once.
 */
export async function verifyPasskey(
  deps: Pick<TenancyDeps, 'db' | 'secrets' | 'clock' | 'baseUrl' | 'failedSignIns'>,
  visitor: Visitor,
  answer: Static<typeof PasskeyAnswer>,
  { alone, userId }: { alone: boolean; userId?: string },
): Promise<{ user_id: string; use(tx: Db): Promise<void> }> {
  const { db, secrets, clock, baseUrl, failedSignIns } = deps
  const known = await passkeyStore(db).findByCredential(answer.id)
  if (!known || (userId !== undefined && known.user_id !== userId)) throw refuse('invalid_passkey')
  const { id: rpID, origin } = relyingParty(baseUrl())
  let spent: { hash: Buffer; expiresAt: Date } | null = null
  try {
    const { userHandle, ...response } = answer.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge(challenge) {
        const expiresAt = readChallenge(secrets, 'sign in', challenge, clock.now())
        if (expiresAt) spent = { hash: hashSecret(challenge), expiresAt }
        return expiresAt !== null
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number(known.counter),
      },
      requireUserVerification: alone,
    })
    const isOther = userHandle && Buffer.from(userHandle, 'base64url').toString() !== known.user_id
    if (!verified || !spent || isOther) throw new Error('the signature is not of this passkey')
    const { hash, expiresAt } = spent as { hash: Buffer; expiresAt: Date }
    return {
      user_id: known.user_id,
      async use(tx) {
        const store = passkeyStore(tx)
        const isFirst = await store.spend(hash, expiresAt)
        if (!isFirst || !(await store.recordUse(known.id, authenticationInfo.newCounter, clock.now())))
          throw refuse('invalid_passkey')
      },
    }
  } catch (cause) {
    failedSignIns.ofMember(visitor, { id: known.user_id, email: known.email }, 'invalid_passkey')
    throw refuse('invalid_passkey', { cause })
  }
}
