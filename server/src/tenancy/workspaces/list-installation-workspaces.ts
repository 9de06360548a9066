import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../platform/newest-first.ts'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { requireInstallationAdmin } from './installation-admin.ts'
import { workspaceSettingsStore } from './settings-store.ts'

export async function listInstallationWorkspaces(
  { db, cursors }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.installation.list_workspaces>,
) {
  await requireInstallationAdmin(db, caller)
  const { limit = 50, cursor, search = '' } = query
  const text = search.trim()
  const list = `installation.list_workspaces ${text}`
  const after = readPosition(cursors, list, cursor)
  const rows = await workspaceSettingsStore(db).list(text, after, limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  const items = page.items.map((row) => ({ ...row, created_date: row.created_date.toISOString() }))
  return { ...page, items }
}
