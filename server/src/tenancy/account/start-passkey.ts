import { generateRegistrationOptions } from '@simplewebauthn/server'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { makeChallenge } from './passkey-challenge.ts'
import { passkeyStore } from './passkey-store.ts'
import { describePasskey } from './present-passkey.ts'
import { recentlySignedIn } from './signed-in.ts'
import { relyingParty } from './verify-passkey.ts'

export const MOST_PASSKEYS = 10
/** Ed25519, ES256 and RS256: what authenticators have, and what no version of Node calls experimental. */
export const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 5 * 60_000

export async function startPasskey(deps: TenancyDeps, caller: Caller) {
  const { db, clock, secrets, baseUrl } = deps
  const user = await recentlySignedIn(deps, caller)
  const known = await passkeyStore(db).list(user.id)
  if (known.length >= MOST_PASSKEYS) throw refuse('passkey_limit_reached')
  const rpID = relyingParty(baseUrl()).id
  const options = await generateRegistrationOptions({
    rpName: 'Atrium',
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.full_name || user.email,
    challenge: makeChallenge(secrets, `add for ${user.id}`, clock.now()),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: known.map(describePasskey),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const { challenge, user: described, pubKeyCredParams } = options
  return {
    rp: { id: rpID, name: 'Atrium' },
    user: described,
    challenge,
    timeout: TIMEOUT_MS,
    attestation: 'none',
    pubKeyCredParams,
    excludeCredentials: known.map(describePasskey),
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
  }
}
