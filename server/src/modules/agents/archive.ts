import { MAX_APP_AGENTS } from '@atrium/contract/app-agents'
import { sql } from 'kysely'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import {
  type ArchivedRow,
  archivedColumns,
  archiveOf,
  exportByKey,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { appAgents } from './app-agents/app-agent-store.ts'
import {
  ArchivedAppConversation,
  exportAppConversations,
  importAppConversations,
} from './app-conversation-archive.ts'
import { ArchivedConversation, importConversations, requireAgents } from './import-conversations.ts'
import { agents, conversations, messages } from './store.ts'
import { agentVersions } from './versions/version-store.ts'

/** What agents have next to their app, and the conversations of people with them. Importing notifies no webhook. */
export const agentArchive: readonly Collection[] = [
  collection({
    ...archiveOf(agents),
    after: ['apps'],
    import: importAgents,
    leaves: 'agents without instructions need none',
    export: (db, scope) =>
      exportByKey(db, agents, sql`instructions <> '' and ${isOfExportedApp(scope, 'agents.app_id')}`),
  }),
  collection({
    ...archiveOf(appAgents),
    import: importAppAgents,
    export: (db, scope) => exportByKey(db, appAgents, isOfExportedApp(scope, 'app_agents.app_id')),
  }),
  collection({
    ...archiveOf(conversations),
    after: ['users', 'apps'],
    row: ArchivedConversation,
    import: importConversations,
    export: exportConversations,
    leaves: 'of people who left the workspace, or of apps that are being removed',
  }),
  collection({
    ...archiveOf(conversations),
    name: 'app_conversations',
    after: ['users', 'apps', 'app_agents'],
    row: ArchivedAppConversation,
    import: importAppConversations,
    export: exportAppConversations,
  }),
  collection({
    ...archiveOf(agentVersions),
    import: importVersions,
    export: exportVersions,
  }),
]

async function importAgents(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedRow<typeof agents>>[],
  context: ImportContext,
) {
  await requireAgents(tx, rows, context, 'app_id')
  const added = await agents.insertNew(
    tx,
    rows.map(({ row }) => row),
  )
  return added.length
}

async function importVersions(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedRow<typeof agentVersions>>[],
  context: ImportContext,
) {
  await requireAgents(tx, rows, context, 'app_id')
  return archiveOf(agentVersions).import(tx, rows, context)
}

function exportVersions(db: Db, scope: ExportScope) {
  return byKey<{ app_id: string; version: number }>(async (after, limit) => {
    const { rows } = await sql<{ app_id: string; version: number }>`
      select ${archivedColumns(agentVersions)} from agent_versions
       where (app_id, version) > (${after?.app_id ?? ''}, ${after?.version ?? 0}::integer)
         and ${isOfExportedApp(scope, 'agent_versions.app_id')}
       order by app_id, version limit ${limit}`.execute(db)
    return rows
  })
}

type AppAgents = readonly ArchiveRow<ArchivedRow<typeof appAgents>>[]

/** Agents inside apps, as their builder configured them. */
async function importAppAgents(tx: Db, rows: AppAgents, context: ImportContext) {
  const added = await archiveOf(appAgents).import(tx, rows, context)
  await requireRoom(tx, rows, context)
  return added
}

/** As many as one call can configure. */
async function requireRoom(tx: Db, rows: AppAgents, context: ImportContext) {
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from app_agents where app_id = any(${rows.map(({ row }) => row.app_id)})
    group by app_id having count(*) > ${MAX_APP_AGENTS}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_APP_AGENTS} agents inside`)
}

function exportConversations(db: Db, scope: ExportScope) {
  return byKey<{ id: string }>(async (after, limit) => {
    const { rows } = await sql<{ id: string }>`
      select ${archivedColumns(conversations, 'c')}, c.app_id as agent_id,
             coalesce((select json_agg(listed order by m.seq)
                         from messages m cross join lateral (select ${archivedColumns(messages, 'm')}) listed
                        where m.conversation_id = c.id), '[]'::json) as messages
        from conversations c join apps a on a.id = c.app_id and a.deleted_at is null
       where c.id > ${after?.id ?? ''} and c.agent_name = ''
         and exists (select from users u where u.id = c.user_id)
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids})
              and exists (select from members m where m.workspace_id = a.workspace_id and m.user_id = c.user_id))
       order by c.id limit ${limit}`.execute(db)
    return rows
  })
}
