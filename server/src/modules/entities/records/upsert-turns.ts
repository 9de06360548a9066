import { refuse } from '../../../platform/errors.ts'
import { createSlots } from '../../../platform/slots.ts'
import type { RecordSet } from './record-store.ts'

/** Returns the end of the turn. Upserts by one key go one after the other; those who wait hold nothing that others need. */
export type UpsertTurns = (set: RecordSet, fields: readonly string[]) => Promise<() => void>

const MOST_WAITING = 100

export function createUpsertTurns({ longestMs = 10_000 }: { longestMs?: number } = {}): UpsertTurns {
  const take = createSlots(1)
  const waiting = new Map<string, number>()
  return async ({ app_id, entity_name }, fields) => {
    const count = (waiting.get(app_id) ?? 0) + 1
    if (count > MOST_WAITING) throw tooMany()
    waiting.set(app_id, count)
    try {
      const key = JSON.stringify([app_id, entity_name, ...fields.toSorted()])
      return await take(key, AbortSignal.timeout(longestMs))
    } catch (error) {
      throw error instanceof DOMException && error.name === 'TimeoutError' ? tooMany() : error
    } finally {
      const left = (waiting.get(app_id) ?? 0) - 1
      if (left > 0) waiting.set(app_id, left)
      else waiting.delete(app_id)
    }
  }
}

function tooMany() {
  return refuse('rate_limited', {
    message: 'Many upserts by this key are under way; send several records at once, or again in a moment.',
    headers: { 'Retry-After': '1' },
  })
}
