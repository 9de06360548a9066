import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import { accountStore } from './account-store.ts'
import { invitationToken } from './invitation-token.ts'
import { presentAppUser } from './present-app-user.ts'
import { inviteMail } from './sign-in/app-mail.ts'
import { appUserStore } from './store.ts'

/** Also for somebody who signed up while the app was public and is not let in any more. */
export async function inviteAppUser(
  deps: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.app_users.invite>,
) {
  const { db, clock, access, audit, baseUrl } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const email = body.user_email.toLowerCase()
  const entry = await accountStore(db).entry(app.id, email)
  if (!entry) throw refuse('app_not_found')
  if (entry.is_seen || entry.is_invited || (entry.is_verified && entry.is_let_in))
    throw refuse('app_user_exists')
  const now = clock.now()
  const invited = await transaction(db, async (tx) => {
    const row = { app_id: app.id, id: makeId('acc', now), email, role: body.role ?? null, now }
    const id = await accountStore(tx).invite(row)
    if (id === null) throw refuse('app_user_exists')
    const token = invitationToken(deps.secrets, app.id, id)
    const link = { baseUrl: baseUrl(), token, isHosted: false }
    const mail = inviteMail(entry, link, caller.user, email)
    await sendMail(deps, tx, { workspace_id: app.workspace_id, to: email, ...mail })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_users.invite',
      target_type: 'app_user',
      target_id: id,
      app_id: app.id,
      detail: { email, role: row.role },
    })
    const stored = await appUserStore(tx).find(app.id, id)
    if (!stored) throw new Error('an invited user was to be stored')
    return stored
  })
  afterCommit(db, () => access.invalidate(invited.id))
  return presentAppUser(invited)
}
