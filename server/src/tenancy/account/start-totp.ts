import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { sealTotpSecret } from './sealed-secret.ts'
import { recentlySignedIn } from './signed-in.ts'
import { makeTotpSecret, totpUri } from './totp.ts'

export async function startTotp(deps: TenancyDeps, caller: Caller) {
  const { db, clock, secrets, baseUrl } = deps
  const user = await recentlySignedIn(deps, caller)
  const secret = makeTotpSecret()
  const sealed = sealTotpSecret(secrets, user.id, secret)
  if (!(await factorStore(db).putPending(user.id, sealed, clock.now()))) throw refuse('totp_exists')
  // An authenticator app shows the issuer: several installations stay apart by their host.
  return { secret, uri: totpUri(secret, user.email, `Atrium (${new URL(baseUrl()).host})`) }
}
