import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { openText } from './sealed-text.ts'
import { type MailRow, mailStore } from './store.ts'

export async function listMail(
  { db, log, access, cursors, secrets }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.mail.list>,
) {
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  const { limit = 50, cursor, search = '', status } = query
  const list = `mail.list ${workspace.id} ${JSON.stringify({ search, status })}`
  const after = readPosition(cursors, list, cursor)
  const rows = await mailStore(db).list(workspace.id, { search, status }, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  const items = page.items.map(async ({ recipient: to, from_name: _name, sealed_text, ...row }) => {
    // Only a key that was taken out of SECRET_KEY makes this fail; the list is still worth reading.
    const shown = textToShow(secrets, { ...row, sealed_text })
    return { ...row, to, text: await tolerate(log, `the text of mail ${row.id} cannot be read`, shown, null) }
  })
  return { ...page, items: await Promise.all(items) }
}

/** A mail that goes to its receiver is not shown to anybody else. */
async function textToShow(secrets: Secrets, row: Pick<MailRow, 'id' | 'status' | 'sealed_text'>) {
  return row.status === 'kept' && row.sealed_text !== null ? openText(secrets, row.id, row.sealed_text) : null
}
