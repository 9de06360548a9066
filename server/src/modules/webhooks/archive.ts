import { Id, Nullable } from '@atrium/contract'
import { AgentEvent, AppEvent, DeliveryError, FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook'
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
import { presentError } from './present-webhook.ts'
import { sealSecret } from './sealed-secret.ts'
import type { WebhookRow } from './webhook-rules.ts'

const ArchivedError = Type.Object(
  { ...DeliveryError.properties, attempted_at: ArchiveTime },
  { additionalProperties: false },
)

const ArchivedWebhook = Type.Object({
  id: Id,
  agent_id: Type.Optional(Id),
  app_id: Type.Optional(Id),
  target_url: Type.String({ pattern: '^https?://', maxLength: 2048 }),
  events: Type.Array(Type.Union([AgentEvent, AppEvent]), { minItems: 1 }),
  entity_names: Type.Optional(Nullable(Type.Array(Type.String()))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  signed: Type.Optional(Type.Boolean()),
  consecutive_failures: Type.Optional(Type.Integer({ minimum: 0, maximum: FAILURES_BEFORE_TURN_OFF })),
  last_error: Type.Optional(Nullable(ArchivedError)),
  last_trigger_time: Type.Optional(Nullable(ArchiveTime)),
  disabled_at: Type.Optional(Nullable(ArchiveTime)),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedWebhook = Type.Static<typeof ArchivedWebhook>

const COLUMNS = {
  id: 'text',
  app_id: 'text',
  source: 'text',
  target_url: 'text',
  events: 'text[]',
  entity_names: 'text[]',
  description: 'text',
  secret: 'text',
  consecutive_failures: 'integer',
  last_error: 'jsonb',
  last_trigger_time: 'timestamptz',
  disabled_at: 'timestamptz',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

/** Subscriptions with their health. A secret comes in as it was shown and goes out never. */
export const webhookArchive: readonly Collection[] = [
  collection({
    name: 'webhooks',
    after: ['apps'],
    row: ArchivedWebhook,
    key: ({ id }) => [id],
    import: importWebhooks,
    export: exportWebhooks,
  }),
]

async function importWebhooks(tx: Db, rows: readonly ArchiveRow<ArchivedWebhook>[], context: ImportContext) {
  for (const { row, index } of rows) requireConsistent(row, index, context)
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'agent', of: named('agent_id') })
  await requireAgents(tx, rows, context)
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const values = rows.map(({ row }) => columnsOf(row, context))
  return (await insertNew(tx, 'webhooks', COLUMNS, values, 'id')).length
}

function columnsOf(row: ArchivedWebhook, { now, secrets }: ImportContext) {
  const time = (text: string | null | undefined) => (text == null ? null : readTime(text, now))
  const created_date = time(row.created_date) ?? now
  const { last_error: error } = row
  return {
    id: row.id,
    app_id: row.agent_id ?? row.app_id ?? '',
    source: row.agent_id === undefined ? 'app' : 'agent',
    target_url: row.target_url,
    events: [...new Set(row.events)],
    entity_names: row.entity_names ?? null,
    description: row.description ?? null,
    secret: row.secret ? sealSecret(secrets, row.id, row.secret) : null,
    consecutive_failures: row.consecutive_failures ?? 0,
    last_error: error ? { ...error, attempted_at: time(error.attempted_at) } : null,
    last_trigger_time: time(row.last_trigger_time),
    disabled_at: time(row.disabled_at) ?? (lacksSecret(row) ? now : null),
    created_date,
    updated_date: time(row.updated_date) ?? created_date,
  }
}

/** Its receiver would take what it sends for forged, or would not notice if it were. Those of apps sign unless they say otherwise. */
function lacksSecret({ secret, signed, app_id }: ArchivedWebhook): boolean {
  return !secret && (signed ?? app_id !== undefined)
}

async function requireAgents(tx: Db, rows: readonly ArchiveRow<ArchivedWebhook>[], { fail }: ImportContext) {
  const ids = rows.flatMap(({ row }) => row.agent_id ?? [])
  const { rows: others } = await sql<{ id: string }>`
    select id from apps where id = any(${ids}) and kind <> 'agent'`.execute(tx)
  const notAgents = new Set(others.map(({ id }) => id))
  for (const { row, index } of rows) {
    if (row.agent_id && notAgents.has(row.agent_id))
      fail(index, 'agent_id', `The app "${row.agent_id}" is not an agent`)
  }
}

/** The rules that the table holds, said before the table does. */
function requireConsistent(row: ArchivedWebhook, index: number, { fail }: ImportContext): void {
  if ((row.agent_id === undefined) === (row.app_id === undefined))
    fail(index, 'agent_id', 'Give either agent_id or app_id')
  const kind = row.agent_id === undefined ? 'entity.' : 'message.'
  if (!row.events.every((event) => event.startsWith(kind)))
    fail(index, 'events', `Input should be events that begin with ${kind}`)
  if (row.agent_id !== undefined && row.entity_names)
    fail(index, 'entity_names', 'Only webhooks of an app choose entities')
  const failures = row.consecutive_failures ?? 0
  if (failures > 0 && !row.last_error) fail(index, 'last_error', 'Field required with consecutive_failures')
  if (failures === FAILURES_BEFORE_TURN_OFF && !row.disabled_at)
    fail(index, 'disabled_at', `Field required with ${FAILURES_BEFORE_TURN_OFF} failures`)
}

type ExportedWebhook = Pick<WebhookRow, 'id' | 'last_error'>

function exportWebhooks(db: Db, scope: ExportScope) {
  return byKey<ExportedWebhook>(async (after, limit) => {
    const { rows } = await sql<ExportedWebhook>`
      select w.id, case when source = 'agent' then w.app_id end as agent_id,
             case when source = 'app' then w.app_id end as app_id, target_url, events, entity_names, description,
             secret is not null as signed, consecutive_failures, last_error, last_trigger_time, disabled_at,
             w.created_date, w.updated_date
        from webhooks w join apps a on a.id = w.app_id and a.deleted_at is null
       where w.id > ${after?.id ?? ''} and w.deleted_at is null
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by w.id limit ${limit}`.execute(db)
    return rows.map((row) => ({ ...row, last_error: presentError(row.last_error) }))
  })
}
