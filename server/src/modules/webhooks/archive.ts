import { Id, Nullable } from '@atrium/contract'
import { FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook-limits'
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
import { named, requireKnown } from '../../platform/archive/require-known.ts'
import { archivedRow, archiveOf, storedRow } from '../../platform/archive/table-archive.ts'
import { readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { presentError } from './present-webhook.ts'
import { sealSecret } from './sealed-secret.ts'
import { type WebhookRow, webhooks } from './tables.ts'

const { id, ...fields } = archivedRow(webhooks).properties

const ArchivedWebhook = Type.Object({
  id,
  agent_id: Type.Optional(Id),
  app_id: Type.Optional(Id),
  ...fields,
  secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  signed: Type.Optional(Type.Boolean()),
})
type ArchivedWebhook = Type.Static<typeof ArchivedWebhook>

/** Subscriptions with their health. A secret comes in as it was shown and goes out never. */
export const webhookArchive: readonly Collection[] = [
  collection({
    ...archiveOf(webhooks),
    after: ['apps'],
    row: ArchivedWebhook,
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
  const silent = rows.filter(({ row }) => lacksSecret(row) && !row.disabled_at).length
  context.lost('webhooks', silent, 'they came without the secret they sign with: they are switched off')
  return (await webhooks.insertNew(tx, values)).length
}

function columnsOf(row: ArchivedWebhook, { now, secrets }: ImportContext) {
  const stored = storedRow(webhooks, row, now)
  const { last_error: error } = stored
  return {
    ...stored,
    app_id: row.agent_id ?? row.app_id ?? '',
    source: row.agent_id === undefined ? ('app' as const) : ('agent' as const),
    events: [...new Set(stored.events)],
    secret: row.secret ? sealSecret(secrets, row.id, row.secret) : null,
    last_error: error && { ...error, attempted_at: readTime(error.attempted_at, now).toISOString() },
    failing_since: error && stored.consecutive_failures > 0 ? readTime(error.attempted_at, now) : null,
    disabled_at: stored.disabled_at ?? (lacksSecret(row) ? now : null),
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
  const isOfAgent = row.agent_id !== undefined
  if (!row.events.every((event) => event.startsWith('message.') === isOfAgent))
    fail(index, 'events', `Input should be events that ${isOfAgent ? '' : 'do not '}begin with message.`)
  if (row.agent_id !== undefined && row.entity_names)
    fail(index, 'entity_names', 'Only webhooks of an app choose entities')
  const failures = row.consecutive_failures ?? 0
  if (failures > 0 && !row.last_error) fail(index, 'last_error', 'Field required with consecutive_failures')
  if (failures === FAILURES_BEFORE_TURN_OFF && !row.disabled_at)
    fail(index, 'disabled_at', `Field required with ${FAILURES_BEFORE_TURN_OFF} failures`)
}

type ExportedWebhook = Pick<WebhookRow, 'id' | 'last_error'>
const FIELDS = sql.join(Object.keys(fields).map((name) => sql.ref(name)))

function exportWebhooks(db: Db, scope: ExportScope) {
  return byKey<ExportedWebhook>(async (after, limit) => {
    const { rows } = await sql<ExportedWebhook>`
      select id, case when source = 'agent' then app_id end as agent_id,
             case when source = 'app' then app_id end as app_id, secret is not null as signed, ${FIELDS}
        from webhooks
       where id > ${after?.id ?? ''} and deleted_at is null and ${isOfExportedApp(scope, 'webhooks.app_id')}
       order by id limit ${limit}`.execute(db)
    return rows.map((row) => ({ ...row, last_error: presentError(row.last_error) }))
  })
}
