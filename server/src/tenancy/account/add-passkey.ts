import type { InputOf, operations } from '@atrium/contract'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { readChallenge } from './passkey-challenge.ts'
import { type PasskeyRow, passkeyStore } from './passkey-store.ts'
import { presentPasskey } from './present-passkey.ts'
import { recordChange } from './record-change.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { recentlySignedIn } from './signed-in.ts'
import { ALGORITHMS, MOST_PASSKEYS } from './start-passkey.ts'
import { relyingParty } from './verify-passkey.ts'

type Body = InputOf<typeof operations.account.add_passkey>['body']

export async function addPasskey(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.account.add_passkey>,
) {
  const user = await recentlySignedIn(deps, caller)
  const { challenge, expiresAt, credential } = await verifyNew(deps, user.id, body)
  const now = deps.clock.now()
  const row: PasskeyRow = {
    id: makeId('psk', now),
    user_id: user.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: body.passkey.response.transports ?? [],
    name: body.name.trim() || 'Passkey',
    created_date: now,
    last_used_at: null,
  }
  const recovery_codes = await transaction(deps.db, async (tx) => {
    const factors = factorStore(tx)
    const store = passkeyStore(tx)
    await factors.lock(user.id)
    if ((await factors.find(user.id)).passkeys >= MOST_PASSKEYS) throw refuse('passkey_limit_reached')
    if (!(await store.spend(hashSecret(challenge), expiresAt))) throw refuse('passkey_refused')
    if (!(await store.insert(row))) throw refuse('passkey_exists')
    await recordChange(deps, tx, caller, user, {
      action: 'account.add_passkey',
      detail: { name: row.name },
      mailed: 'a passkey was added',
    })
    const { recovery_codes: left } = await factors.find(user.id)
    return left === 0 ? replaceRecoveryCodes(tx, user.id) : null
  })
  return { passkey: presentPasskey(row), recovery_codes }
}

async function verifyNew({ secrets, clock, baseUrl }: TenancyDeps, userId: string, { passkey }: Body) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(baseUrl())
  let known: { challenge: string; expiresAt: Date } | null = null
  try {
    const { clientDataJSON, attestationObject } = passkey.response
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge(challenge) {
        const expiresAt = readChallenge(secrets, `add for ${userId}`, challenge, clock.now())
        if (expiresAt) known = { challenge, expiresAt }
        return expiresAt !== null
      },
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    })
    if (!registrationInfo || !known) throw new Error('the passkey was not verified')
    return { ...(known as { challenge: string; expiresAt: Date }), credential: registrationInfo.credential }
  } catch (cause) {
    throw refuse('passkey_refused', { cause })
  }
}
