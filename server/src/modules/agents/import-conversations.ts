import { Id, OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { type TObject, Type } from 'typebox'
import type { ArchiveRow, ImportContext } from '../../platform/archive/collection.ts'
import { named, requireKnown } from '../../platform/archive/require-known.ts'
import { archivedRow, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import { readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { conversations, messages } from './store.ts'

const { id, ...conversation } = archivedRow(conversations).properties
const archivedMessage = archivedRow(messages).properties

export const ArchivedConversation = Type.Object({
  id,
  agent_id: Id,
  ...conversation,
  messages: Type.Optional(
    Type.Array(
      Type.Object(
        { ...archivedMessage, role: OneOf(['user', 'assistant']) },
        { additionalProperties: false },
      ),
    ),
  ),
})
export type ArchivedConversation = Type.Static<typeof ArchivedConversation>

type Rows = readonly ArchiveRow<ArchivedConversation>[]

export async function importConversations(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  await requireAgents(tx, rows, context, 'agent_id')
  await requireReferences(tx, conversations, rows, context)
  const values = rows.map(({ row }) => columnsOf(row, context.now))
  const added = new Set((await conversations.insertNew(tx, values)).map(({ id }) => id))
  const old = rows.filter(({ row }) => !added.has(row.id))
  await refuseSecondConversation(tx, old, context)
  const fresh = rows.filter(({ row }) => added.has(row.id))
  await importMessages(tx, fresh, context)
  return added.size
}

/** Refuses the first row that names something which is not an agent. */
export async function requireAgents<Field extends string>(
  tx: Db,
  rows: readonly ArchiveRow<{ [F in Field]: string }>[],
  context: ImportContext,
  field: Field,
): Promise<void> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'agent', of: named(field) })
  const ids = rows.map(({ row }) => row[field])
  const others = await sql<{ id: string }>`
    select id from apps where id = any(${ids}) and kind <> 'agent'`.execute(tx)
  const apps = new Set(others.rows.map(({ id }) => id))
  const wrong = rows.find(({ row }) => apps.has(row[field]))
  if (wrong) context.fail(wrong.index, field, `The app "${wrong.row[field]}" is not an agent`)
}

function columnsOf(row: ArchivedConversation, now: Date) {
  const stored = storedRow(conversations, row, now)
  const newest = row.messages?.at(-1)?.created_date
  const updated_date = newest ? readTime(newest, now) : stored.created_date
  return { ...stored, app_id: row.agent_id, updated_date }
}

/** What was not added is there already, or stands in the way of the one that a person has with an agent. */
async function refuseSecondConversation(tx: Db, rows: Rows, { fail }: ImportContext): Promise<void> {
  const ids = rows.map(({ row }) => row.id)
  const found = await sql<{ id: string }>`select id from conversations where id = any(${ids})`.execute(tx)
  const known = new Set(found.rows.map(({ id }) => id))
  const second = rows.find(({ row }) => !known.has(row.id))
  if (second) fail(second.index, 'user_id', 'The user has another conversation with this agent')
}

type WithMessages = Pick<ArchivedConversation, 'id'> & {
  messages?: readonly Type.Static<TObject<typeof archivedMessage>>[] | undefined
}

export async function importMessages(
  tx: Db,
  rows: readonly ArchiveRow<WithMessages>[],
  { now, fail }: ImportContext,
): Promise<void> {
  const given = rows.flatMap(({ row, index }) =>
    (row.messages ?? []).map((message, place) => ({
      index,
      place,
      values: { ...storedRow(messages, message, now), conversation_id: row.id },
    })),
  )
  const values = given.map((message) => message.values)
  const added = new Set((await messages.insertNew(tx, values)).map(({ id }) => id))
  for (const { index, place, values } of given) {
    // Each id was added once, so that the second of two finds none left.
    if (!added.delete(values.id)) fail(index, `messages[${place}].id`, `Another message is "${values.id}"`)
  }
}
