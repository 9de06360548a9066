import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { accountStore, type Entry } from '../account-store.ts'
import { allowedAddress } from '../pages/allowed-origins.ts'
import { mailCode, mailLink } from './proofs.ts'

/**
 * Mails a code or a link to an email, if the app knows it. In the background, so that the request costs the same
 * whether it does or not.
 */
export const mailProof = job('tenancy.mail_app_user_proof', {
  payload: Type.Object({
    app_id: Type.String(),
    email: Type.String(),
    purpose: Type.String(),
    from_url: Type.Optional(Type.String()),
    hosted: Type.Optional(Type.Boolean()),
  }),
  retry: [10, 60],
  async run(deps: TenancyDeps, { app_id, email, purpose, from_url, hosted: isHosted = false }) {
    await transaction(deps.db, async (tx) => {
      const entry = await accountStore(tx).entry(app_id, email)
      if (!entry?.is_let_in) return
      const user_id = purpose === 'magic_link' ? await signUp(deps, tx, entry, email) : entry.user_id
      if (user_id === null) return
      const to = { ...entry, user_id, email }
      if (purpose === 'magic_link') {
        const address = from_url === undefined ? null : allowedAddress(entry, from_url)
        await mailLink(deps, tx, to, { purpose, isHosted, from_url: address ?? undefined })
      } else if (purpose === 'reset') await mailLink(deps, tx, to, { purpose, isHosted })
      // Without a password nobody signed up yet, and who is verified needs no code.
      else if (!entry.is_verified && entry.has_password) await mailCode(deps, tx, to)
    })
  },
})

/**
 * The account that a link is for, new if there is none. Null for people of the workspace: they sign in with their Atrium
 * account, and a second one with the same email would take its place. // G645
 */
async function signUp(
  { clock }: TenancyDeps,
  tx: Db,
  { app_id, user_id, is_seen, is_verified }: Entry,
  email: string,
): Promise<string | null> {
  if (is_seen && !is_verified) return null
  const now = clock.now()
  return user_id ?? accountStore(tx).addUnverified({ app_id, id: makeId('acc', now), email, now })
}
