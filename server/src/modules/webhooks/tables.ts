import { Id, OneOf } from '@atrium/contract'
import { AgentEvent, AppEvent, DeliveryError } from '@atrium/contract/webhook'
import { FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook-limits'
import { Type } from 'typebox'
import { ArchiveTime } from '../../platform/archive/times.ts'
import {
  bigint,
  bytes,
  integer,
  json,
  type RowOf,
  smallint,
  table,
  text,
  texts,
  time,
  uuid,
} from '../../platform/database/table.ts'

const StoredError = Type.Object(
  { ...DeliveryError.properties, attempted_at: ArchiveTime },
  { additionalProperties: false },
)

const A_SECRET = 'a secret; it comes in as text'
export const webhooks = table(
  'webhooks',
  {
    id: text(Id),
    app_id: text().notArchived('it is agent_id or app_id there'),
    source: text(OneOf(['agent', 'app'])).notArchived('agent_id or app_id says it'),
    target_url: text(Type.String({ pattern: '^https?://', maxLength: 2048 })),
    events: texts(Type.Array(Type.Union([AgentEvent, AppEvent]), { minItems: 1 })),
    entity_names: texts().nullable(),
    description: text(Type.String({ maxLength: 500 })).nullable(),
    /** Encrypted, as is the one before it. */
    secret: text().nullable().notArchived(A_SECRET),
    previous_secret: text().nullable().notArchived(A_SECRET),
    previous_secret_until: time().nullable().notArchived('the secret does not go out'),
    epoch: integer().notArchived('deliveries do not go out'),
    pool: text().notArchived('how fast it answers this server'),
    consecutive_failures: integer(Type.Integer({ minimum: 0, maximum: FAILURES_BEFORE_TURN_OFF })).default(0),
    failing_since: time().nullable().notArchived('last_error says it as well as it is known there'),
    last_error: json(StoredError).nullable(),
    last_trigger_time: time().nullable(),
    disabled_at: time().nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    deleted_at: time().nullable().notArchived('deleted webhooks do not go out'),
  },
  { key: ['id'] },
)
export type WebhookRow = Omit<RowOf<typeof webhooks>, 'pool' | 'deleted_at'>

const HERE = 'deliveries are about this installation'
/** `body` holds the exact bytes that are sent. */
export const webhookEvents = table(
  'webhook_events',
  { id: text(), app_id: text(), type: text(), body: bytes(), created_date: time() },
  { key: ['id'], notArchived: HERE },
)

export const deliveries = table(
  'deliveries',
  {
    id: text(),
    seq: bigint(),
    event_id: text(),
    event_type: text(),
    webhook_id: text(),
    /** How it ended, once it waits no more. */
    status: text(OneOf(['succeeded', 'failed', 'canceled'])),
    epoch: integer(),
    created_date: time(),
  },
  { key: ['id'], notArchived: HERE },
)

/** The deliveries that wait. */
export const webhookQueue = table(
  'webhook_queue',
  {
    seq: bigint(),
    webhook_id: text(),
    delivery_id: text(),
    event_id: text(),
    lane: smallint(),
    epoch: integer(),
    attempt: integer(),
    next_at: time(),
    created_date: time(),
  },
  { key: ['seq'], notArchived: HERE },
)

export const webhookLanes = table(
  'webhook_lanes',
  {
    webhook_id: text(),
    lane: smallint(),
    pool: text(),
    next_at: time(),
    lease_until: time().nullable(),
    claim_id: uuid().nullable(),
    last_write: uuid().nullable(),
    /** How often work was added. */
    pokes: bigint(),
  },
  { key: ['webhook_id', 'lane'], notArchived: HERE },
)

export const webhookAttempts = table(
  'webhook_attempts',
  {
    delivery_id: text(),
    webhook_id: text(),
    /** From 1. */
    attempt: integer(),
    trigger: text(OneOf(['automatic', 'manual'])),
    outcome: text(OneOf(['succeeded', 'failed', 'stale'])),
    started_at: time(),
    duration_ms: integer(),
    status_code: integer().nullable(),
    error_type: text().nullable(),
    message: text().nullable(),
    response_body: text().nullable(),
    /** As `signaturesIn` has them; null of attempts before they were kept. */
    signatures: text().nullable(),
    /** As `keptHeaders` makes them. */
    response_headers: text().nullable(),
  },
  { key: [], notArchived: HERE },
)

/** Attempts by hour, counted while outcomes are written. */
export const webhookHours = table(
  'webhook_hours',
  {
    webhook_id: text(),
    hour: time(),
    succeeded: integer(),
    retried: integer(),
    failed: integer(),
    /** Of all together. */
    duration_ms: bigint(),
    slowest_ms: integer(),
  },
  { key: ['webhook_id', 'hour'], notArchived: HERE },
)
export type AttemptRow = RowOf<typeof webhookAttempts>
