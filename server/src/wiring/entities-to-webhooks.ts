import type { RecordEvents } from '../modules/entities/index.ts'
import { type Deliveries, hasNoSubscribers, recordEvents } from '../modules/webhooks/index.ts'

/** Records may be large, so not all of them in one statement. */
const EVENTS_AT_ONCE = 100

/** Changes of records become events of the webhooks of their app. */
export function createRecordEvents(deliveries: Deliveries): RecordEvents {
  return {
    hasNoSubscribers,
    async record(tx, change, of, records) {
      const kind = { ...of, source: 'app' as const, type: `entity.${change}` }
      const { app_id, entity_name } = of
      const events = records.map((record) => ({
        order_key: record.id,
        payload: { app_id, entity_name, data: { record } },
      }))
      let isWanted = events.length > 0
      for (let at = 0; isWanted && at < events.length; at += EVENTS_AT_ONCE) {
        isWanted = await recordEvents(tx, kind, events.slice(at, at + EVENTS_AT_ONCE))
      }
      return isWanted
    },
    flush: deliveries.wake,
  }
}
