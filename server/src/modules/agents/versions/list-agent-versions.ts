import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { versionStore } from './version-store.ts'

export async function listAgentVersions(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.agents.list_versions>,
) {
  const { id } = await access.agent(caller, params.agent_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `agents.list_versions ${id}`
  const [before] = cursors.read(list, cursor) ?? []
  const rows = await versionStore(db).list(id, before === undefined ? undefined : Number(before), limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.version]))
}
