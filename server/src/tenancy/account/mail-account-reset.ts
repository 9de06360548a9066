import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import { sessionStore } from '../session/store.ts'
import { resetMail } from './account-mail.ts'
import { accountStore } from './account-store.ts'

const LINK_MS = 60 * 60_000

/** In the background, so that the request costs the same whether there is such an account or not. */
export const mailAccountReset = job('tenancy.mail_account_reset', {
  payload: Type.Object({ email: Type.String() }),
  retry: [10, 60],
  async run(deps: TenancyDeps, { email }) {
    const { db, clock, baseUrl } = deps
    await transaction(db, async (tx) => {
      const user = await sessionStore(tx).findByEmail(email)
      if (!user) return
      const token = makeSecret('rst')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + LINK_MS)
      if (!(await accountStore(tx).putReset(user.id, hashSecret(token), expiresAt, now))) return
      await sendMail(deps, tx, { workspace_id: null, to: email, ...resetMail(baseUrl(), token) })
    })
  },
})
