import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { type Caller, isPersonOfApp, sendMail } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { textOf } from './text-of-html.ts'

/** No open relay: who cannot edit the app writes to those who use it, and to nobody else. */
export async function sendEmail(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.integrations.send_email>,
) {
  const { db, access, audit } = deps
  const app = await access.visit(caller, params.app_id)
  if (app.user_role !== 'editor' && !(await isPersonOfApp(db, app.id, body.to))) {
    throw refuse('recipient_not_allowed')
  }
  await transaction(db, async (tx) => {
    await sendMail(deps, tx, {
      workspace_id: app.workspace_id,
      to: body.to,
      from_name: plainName(body.from_name ?? ''),
      subject: body.subject,
      text: textOf(body.body),
    })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'integrations.send_email',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { to: body.to },
    })
  })
  return { status: 'success' as const }
}

/** Without what would make it look like another address. */
function plainName(name: string): string | null {
  return name.replace(/[\s<>"@,;:]+/g, ' ').trim() || null
}
