import type { Db } from '../../../platform/database/db.ts'
import type { MailPort } from '../../../ports/mail/port.ts'
import { type BaseDeps, sendMail } from '../../../tenancy/index.ts'
import type { ExpiredConnection } from '../deps.ts'
import { expiredMail } from './expired-mail.ts'
import { findPersonToMail } from './notice-store.ts'

export interface MailDeps extends Pick<BaseDeps, 'clock' | 'secrets' | 'jobs'> {
  mail: MailPort
  /** The public address, for links. */
  baseUrl(): string
}

/** One email, in the transaction that ends the connection. */
export async function mailExpired(deps: MailDeps, tx: Db, connection: ExpiredConnection): Promise<void> {
  const { app_id, connected_by } = connection
  const person = await findPersonToMail(tx, app_id, connected_by)
  if (!person) return
  const { workspace_id, email, app_name } = person
  const text = expiredMail({ app_name, workspace_id, app_id }, deps.baseUrl(), connection)
  await sendMail(deps, tx, { workspace_id, to: email, ...text })
}
