import { Id, OneOf } from '@atrium/contract'
import { AgentEvent, AppEvent, DeliveryError, FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook'
import { Type } from 'typebox'
import { ArchiveTime } from '../../platform/archive/times.ts'
import { integer, json, type RowOf, table, text, texts, time } from '../../platform/database/table.ts'

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
