import type { Finding } from '@atrium/contract/scan-findings'
import type { Db } from '../../platform/database/db.ts'
import type { MailPort } from '../../ports/mail/port.ts'
import { type BaseDeps, sendMail } from '../../tenancy/index.ts'
import { findOwnerToMail } from './notice-store.ts'
import { scanMail } from './scan-mail.ts'

export interface MailDeps extends Pick<BaseDeps, 'clock' | 'secrets' | 'jobs'> {
  mail: MailPort
  /** The public address, for links. */
  baseUrl(): string
}

/** One email for a scan, in its transaction, unless the settings of the app say no. */
export async function mailOwner(
  deps: MailDeps,
  tx: Db,
  app_id: string,
  found: readonly Finding[],
): Promise<void> {
  const owner = await findOwnerToMail(tx, app_id)
  if (!owner) return
  const { workspace_id, email, app_name } = owner
  const text = scanMail({ app_name, workspace_id, app_id }, deps.baseUrl(), found)
  await sendMail(deps, tx, { workspace_id, to: email, ...text })
}
