/** What was mailed to a person about their account; no operation shows it. */

import type { TestApp } from '../../../../test/app.ts'
import { testConfig } from '../../../../test/config.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { openText } from '../../mail/sealed-text.ts'

/** Newest first. The key is that of tests unless the server has another. */
export async function accountMails(
  app: TestApp,
  email: string,
  key = testConfig({ database_url: app.databaseUrl }).secret_key,
): Promise<{ subject: string; text: string }[]> {
  const rows = await app.sql<{ id: string; subject: string; sealed_text: string }>`
    select id, subject, sealed_text from mails where workspace_id is null and recipient = ${email}
     order by created_date desc, id desc`
  const secrets = createSecrets(key)
  return rows.map(({ id, subject, sealed_text }) => ({ subject, text: openText(secrets, id, sealed_text) }))
}

/** The token of the newest link. */
export async function resetToken(app: TestApp, email: string, key?: string): Promise<string> {
  for (const { text } of await accountMails(app, email, key)) {
    const token = /#token=(\S+)/.exec(text)?.[1]
    if (token !== undefined) return token
  }
  throw new Error(`no link was mailed to ${email}`)
}
