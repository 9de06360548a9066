/** Which records a part of the product wants to know of, and what it is given when they change. */
import type { Db } from '../../../platform/database/db.ts'
import type { RecordChange, WholeRecord } from './record-events.ts'
import type { RecordTriggers, TriggeringRecord } from './record-triggers.ts'

export type RecordEvent = 'create' | 'update' | 'delete'

/** Something that changes of records start. */
export interface WantsRecords {
  declared: { entity_name?: string; events?: readonly RecordEvent[]; condition?: unknown }
}

/** A part that starts something. */
export interface TriggerPart<Wants extends WantsRecords> {
  /** All that an app set up there; remembered, because every write asks. */
  of(db: Db, appId: string): readonly Wants[] | Promise<readonly Wants[]>
  /** In the transaction of the change. */
  start(tx: Db, occasions: readonly RecordOccasion<Wants>[], happened_at: Date): Promise<void>
}

/** What one of them is started for. */
export interface RecordOccasion<Wants> {
  of: Wants
  event: RecordEvent
  record_id: string
  payload: Record<string, unknown>
  /** False when the condition names what the entity does not have any more, so that nobody knows if it is met. */
  isFitting: boolean
}

const EVENTS = { created: 'create', updated: 'update', deleted: 'delete' } as const satisfies Record<
  RecordChange,
  RecordEvent
>

/** As it is stored with what it starts; a record may have a megabyte, and many may change at once. */
const MOST_PAYLOAD_BYTES = 256 * 1024

/** Starts what a part wants to start, with the records that meet its conditions. */
export function createRecordTriggers<Wants extends WantsRecords>(part: TriggerPart<Wants>): RecordTriggers {
  const isFor =
    (entityName: string, event: RecordEvent) =>
    ({ declared }: Wants) =>
      declared.entity_name === entityName && declared.events?.includes(event) === true

  return {
    isSet(db, appId, entityName, change) {
      const known = part.of(db, appId)
      const isWanted = isFor(entityName, EVENTS[change])
      return known instanceof Promise ? known.then((all) => all.some(isWanted)) : known.some(isWanted)
    },
    async start(tx, change, { app_id, entity_name, happened_at }, changed) {
      const event = EVENTS[change]
      const wanted = (await part.of(tx, app_id)).filter(isFor(entity_name, event))
      const occasions = changed.flatMap((one) => occasionsOf(wanted, { entity_name, event }, one))
      if (occasions.length > 0) await part.start(tx, occasions, happened_at)
    },
  }
}

function occasionsOf<Wants extends WantsRecords>(
  wanted: readonly Wants[],
  about: { entity_name: string; event: RecordEvent },
  { record, before, matches }: TriggeringRecord,
): RecordOccasion<Wants>[] {
  const met = wanted
    .map((of) => ({ of, isMet: of.declared.condition === undefined ? true : matches(of.declared.condition) }))
    .filter(({ isMet }) => isMet !== false)
  if (met.length === 0) return []
  const payload = payloadOf(about, record, before)
  return met.map(({ of, isMet }) => ({
    of,
    event: about.event,
    record_id: record.id,
    payload,
    isFitting: isMet !== null,
  }))
}

/** One that is too large names the record by its id, and says so. */
function payloadOf(
  about: { entity_name: string; event: RecordEvent },
  record: WholeRecord,
  before: WholeRecord | null,
): Record<string, unknown> {
  const head = { type: 'entity', ...about, record_id: record.id }
  const whole = { ...head, data: record, ...(before && { old_data: before }) }
  if (Buffer.byteLength(JSON.stringify(whole)) <= MOST_PAYLOAD_BYTES) return whole
  return { ...head, data: { id: record.id }, truncated: true }
}
