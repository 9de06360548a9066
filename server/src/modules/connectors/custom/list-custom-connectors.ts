import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { customConnectorStore } from './custom-connector-store.ts'
import { presentConnector } from './present-connector.ts'

export async function listCustomConnectors(
  { db, access, cursors }: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.custom_connectors.list>,
): Promise<AnswerOf<typeof operations.custom_connectors.list>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const { limit = 50, cursor } = query
  const list = `custom_connectors.list ${workspace.id}`
  const [after = ''] = cursors.read(list, cursor) ?? []
  const rows = await customConnectorStore(db).page(workspace.id, String(after), limit + 1)
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.integration_type]))
  return { ...page, items: page.items.map(presentConnector) }
}
