import { Id } from '@atrium/contract'
import { AppAgent, MAX_APP_AGENTS } from '@atrium/contract/app-agents'
import { AnyKey, OneOf } from '@atrium/contract/shared'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { importConversations, requireAgents } from './import-conversations.ts'

const ArchivedAgent = Type.Object({
  app_id: Id,
  instructions: Type.String({ maxLength: 50_000 }),
})
type ArchivedAgent = Type.Static<typeof ArchivedAgent>

const ArchivedConversation = Type.Object({
  id: Id,
  agent_id: Id,
  user_id: Id,
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  created_date: Type.Optional(ArchiveTime),
  messages: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: Id,
          role: OneOf(['user', 'assistant']),
          content: Type.String(),
          file_urls: Type.Optional(Type.Array(Type.String())),
          status: Type.Optional(OneOf(['completed', 'failed'])),
          created_date: ArchiveTime,
        },
        { additionalProperties: false },
      ),
    ),
  ),
})
export type ArchivedConversation = Type.Static<typeof ArchivedConversation>

const ArchivedAppAgent = Type.Object({
  app_id: Id,
  ...AppAgent.properties,
  extra: Type.Optional(Type.Record(AnyKey, Type.Unknown())),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedAppAgent = Type.Static<typeof ArchivedAppAgent>

/** What agents have next to their app, and the conversations of people with them. Importing tells no webhook. */
export const agentArchive: readonly Collection[] = [
  collection({
    name: 'agents',
    after: ['apps'],
    row: ArchivedAgent,
    key: ({ app_id }) => [app_id],
    import: importAgents,
    export: exportAgents,
  }),
  collection({
    name: 'app_agents',
    after: ['apps'],
    row: ArchivedAppAgent,
    key: ({ app_id, name }) => [app_id, name],
    import: importAppAgents,
    export: exportAppAgents,
  }),
  collection({
    name: 'conversations',
    after: ['users', 'apps'],
    row: ArchivedConversation,
    key: ({ id }) => [id],
    import: importConversations,
    export: exportConversations,
  }),
]

async function importAgents(tx: Db, rows: readonly ArchiveRow<ArchivedAgent>[], context: ImportContext) {
  await requireAgents(tx, rows, context, 'app_id')
  const columns = { app_id: 'text', instructions: 'text' }
  const values = rows.map(({ row }) => row)
  return (await insertNew(tx, 'agents', columns, values, 'app_id')).length
}

function exportAgents(db: Db, scope: ExportScope) {
  return byKey<ArchivedAgent>(async (after, limit) => {
    const { rows } = await sql<ArchivedAgent>`
      select g.app_id, g.instructions from agents g join apps a on a.id = g.app_id and a.deleted_at is null
       where g.app_id > ${after?.app_id ?? ''} and g.instructions <> ''
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by g.app_id limit ${limit}`.execute(db)
    return rows
  })
}

const APP_AGENT_COLUMNS = {
  app_id: 'text',
  name: 'text',
  description: 'text',
  instructions: 'text',
  tool_configs: 'jsonb',
  extra: 'jsonb',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

/** Agents inside apps, as their builder configured them. */
async function importAppAgents(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedAppAgent>[],
  context: ImportContext,
) {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const values = rows.map(({ row }) => {
    const { description = '', instructions = '', tool_configs = [], extra = {} } = row
    const created_date = readTime(row.created_date ?? 'now', context.now)
    const updated_date = row.updated_date ? readTime(row.updated_date, context.now) : created_date
    return { ...row, description, instructions, tool_configs, extra, created_date, updated_date }
  })
  const added = await insertNew(tx, 'app_agents', APP_AGENT_COLUMNS, values, 'name')
  await requireRoom(tx, rows, context)
  return added.length
}

/** As many as one call can configure. */
async function requireRoom(tx: Db, rows: readonly ArchiveRow<ArchivedAppAgent>[], context: ImportContext) {
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from app_agents where app_id = any(${rows.map(({ row }) => row.app_id)})
    group by app_id having count(*) > ${MAX_APP_AGENTS}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_APP_AGENTS} agents inside`)
}

function exportAppAgents(db: Db, scope: ExportScope) {
  return byKey<ArchivedAppAgent>(async (after, limit) => {
    const { rows } = await sql<ArchivedAppAgent>`
      select g.app_id, g.name, g.description, g.instructions, g.tool_configs, g.extra, g.created_date, g.updated_date
        from app_agents g join apps a on a.id = g.app_id and a.deleted_at is null
       where (g.app_id, g.name) > (${after?.app_id ?? ''}, ${after?.name ?? ''})
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by g.app_id, g.name limit ${limit}`.execute(db)
    return rows
  })
}

function exportConversations(db: Db, scope: ExportScope) {
  return byKey<{ id: string }>(async (after, limit) => {
    const { rows } = await sql<{ id: string }>`
      select c.id, c.app_id as agent_id, c.user_id, c.metadata, c.created_date,
             coalesce((select json_agg(json_build_object('id', m.id, 'role', m.role, 'content', m.content,
                         'file_urls', m.file_urls, 'status', m.status, 'created_date', m.created_date) order by m.seq)
                         from messages m where m.conversation_id = c.id), '[]'::json) as messages
        from conversations c join apps a on a.id = c.app_id and a.deleted_at is null
       where c.id > ${after?.id ?? ''} and c.agent_name = ''
         and exists (select from users u where u.id = c.user_id)
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids})
              and exists (select from members m where m.workspace_id = a.workspace_id and m.user_id = c.user_id))
       order by c.id limit ${limit}`.execute(db)
    return rows
  })
}
