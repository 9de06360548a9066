import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { accountStore } from './account-store.ts'
import { mailCode, mailLink } from './proofs.ts'

/**
 * Mails a code or a link to an email, if the app knows it. In the background, so that the request costs the same
 * whether it does or not.
 */
export const mailProof = job('tenancy.mail_app_user_proof', {
  payload: Type.Object({ app_id: Type.String(), email: Type.String(), purpose: Type.String() }),
  retry: [10, 60],
  async run(deps: TenancyDeps, { app_id, email, purpose }) {
    await transaction(deps.db, async (tx) => {
      const entry = await accountStore(tx).entry(app_id, email)
      if (!entry?.user_id || !entry.is_let_in) return
      const to = { ...entry, user_id: entry.user_id, email }
      if (purpose === 'reset') await mailLink(deps, tx, to)
      // Without a password nobody signed up yet, and who is verified needs no code.
      else if (!entry.is_verified && entry.has_password) await mailCode(deps, tx, to)
    })
  },
})
