import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { webhookStore } from './store.ts'

/** Something that happened in an agent or app and that webhooks may want. */
export interface HappenedEvent {
  app_id: string
  source: 'agent' | 'app'
  type: string
  /** Events with the same key, such as a conversation, are delivered in their order. */
  order_key: string
  entity_name?: string
  happened_at: Date
  /** The rest of the body next to id, type and created_date. */
  payload: { [field: string]: string | boolean | EventData; data: EventData }
}

/** The thing it is about, under its noun: `{ message: { id, … } }`. */
export type EventData = Record<string, { id: string; [field: string]: unknown }>

export const LANES_PER_WEBHOOK = 16
/** Next to those of events, so that what failed and is sent again holds up nothing that happens now. */
export const REDELIVERY_LANE = LANES_PER_WEBHOOK
const MAX_BODY_BYTES = 256 * 1024

/** Stores the event and its deliveries with the change that they are about; returns whether anybody wants it. */
export async function recordEvent(tx: Db, event: HappenedEvent): Promise<boolean> {
  return recordEvents(tx, event, [event])
}

/** The same for many of one kind that happen together, in one statement. */
export async function recordEvents(
  tx: Db,
  kind: Omit<HappenedEvent, 'order_key' | 'payload'>,
  each: readonly Pick<HappenedEvent, 'order_key' | 'payload'>[],
): Promise<boolean> {
  const { app_id, source, type, entity_name = null, happened_at } = kind
  const events = each.map(({ order_key, payload }) => {
    const id = makeId('evt', happened_at)
    return { id, lane: laneOf(order_key), body: bodyOf(id, { type, happened_at, payload }) }
  })
  return webhookStore(tx).recordEvents({
    app_id,
    source,
    type,
    entity_name,
    created_date: happened_at,
    events,
  })
}

/** The exact text that every attempt sends. One that is too large names what changed by its id, and says so. */
export function bodyOf(
  id: string,
  { type, happened_at, payload }: Pick<HappenedEvent, 'type' | 'happened_at' | 'payload'>,
): string {
  const head = { id, type, created_date: happened_at.toISOString() }
  const body = JSON.stringify({ ...head, ...payload })
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body
  return JSON.stringify({ ...head, ...payload, data: idsOf(payload.data), truncated: true })
}

function idsOf(data: EventData): Record<string, { id: string }> {
  return Object.fromEntries(Object.entries(data).map(([name, { id }]) => [name, { id }]))
}

export function laneOf(orderKey: string): number {
  return createHash('sha256').update(orderKey).digest().readUInt16BE(0) % LANES_PER_WEBHOOK
}
