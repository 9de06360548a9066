/** Conversations with agents inside apps: of people of Atrium and of the app's own users. */
import { Id } from '@atrium/contract'
import { AppAgent } from '@atrium/contract/app-agents'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ArchiveRow, ExportScope, ImportContext } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { named, requireKnown } from '../../platform/archive/require-known.ts'
import { archivedColumns, archivedRow, storedRow } from '../../platform/archive/table-archive.ts'
import { readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { importMessages } from './import-conversations.ts'
import { conversations, messages } from './store.ts'

const { id, ...conversation } = archivedRow(conversations).properties

export const ArchivedAppConversation = Type.Object({
  id,
  app_id: Id,
  agent_name: AppAgent.properties.name,
  ...conversation,
  messages: Type.Optional(
    Type.Array(Type.Object(archivedRow(messages).properties, { additionalProperties: false })),
  ),
})
type ArchivedAppConversation = Type.Static<typeof ArchivedAppConversation>

type Rows = readonly ArchiveRow<ArchivedAppConversation>[]

export async function importAppConversations(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const values = rows.map(({ row }) => {
    const stored = storedRow(conversations, row, context.now)
    const newest = row.messages?.at(-1)?.created_date
    const updated_date = newest ? readTime(newest, context.now) : stored.created_date
    return { ...stored, app_id: row.app_id, agent_name: row.agent_name, updated_date }
  })
  const added = new Set((await conversations.insertNew(tx, values)).map((one) => one.id))
  const fresh = rows.filter(({ row }) => added.has(row.id))
  await importMessages(tx, fresh, context)
  return added.size
}

export function exportAppConversations(db: Db, scope: ExportScope) {
  return byKey<{ id: string }>(async (after, limit) => {
    const { rows } = await sql<{ id: string }>`
      select ${archivedColumns(conversations, 'c')}, c.app_id, c.agent_name,
             coalesce((select json_agg(listed order by m.seq)
                         from messages m cross join lateral (select ${archivedColumns(messages, 'm')}) listed
                        where m.conversation_id = c.id), '[]'::json) as messages
        from conversations c
       where c.id > ${after?.id ?? ''} and c.agent_name <> '' and ${isOfExportedApp(scope, 'c.app_id')}
       order by c.id limit ${limit}`.execute(db)
    return rows
  })
}
