/** What a change of a record looks like to each of those who listen. */
import { MAX_BYTES_OUT } from '../../../platform/realtime/limits.ts'
import type { RecordValues } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import { type Presentation, presentRecord, valuesOf } from '../records/present-record.ts'
import type { Readers } from '../records/record-rules.ts'
import type { RecordRow } from '../records/record-store.ts'
import type { RecordStep } from './record-feed.ts'

export interface RecordForms {
  /** The event as text, null when they see nothing of it. Those who see the same get the same text, written once. */
  textFor(presentation: Presentation): string | null
}

export function recordForms(step: RecordStep): RecordForms {
  const before = revived(step.before)
  const after = revived(step.after)
  const was = before && valuesOf(before)
  const is = after && valuesOf(after)
  const timestamp = new Date(step.happened_at).toISOString()
  const id = after?.id ?? before?.id ?? ''
  const texts = new Map<string, string>()

  const write = (type: string, data: object) => {
    const text = JSON.stringify({ type, id, data, timestamp })
    return Buffer.byteLength(text) <= MAX_BYTES_OUT
      ? text
      : JSON.stringify({ type, id, data: { id }, timestamp, truncated: true })
  }
  const once = (key: string, make: () => string): string => {
    const text = texts.get(key) ?? make()
    texts.set(key, text)
    return text
  }

  return {
    textFor(presentation) {
      const { rules, hidesAuthorship } = presentation
      const sees = (record: RecordValues | null) => record !== null && matches(rules.row('read'), record)
      const saw = sees(was)
      // What leaves somebody's sight looks like what is deleted.
      if (!after || !is || !sees(is)) return saw ? once('delete', () => write('delete', { id })) : null
      const type = saw ? 'update' : 'create'
      const key = `${type} ${hidesAuthorship} ${readableMarks(rules.readers, is)}`
      return once(key, () => write(type, presentRecord(presentation, after)))
    },
  }
}

/** Which fields can be read, field by field: who has the same marks sees the same. */
function readableMarks(readers: Readers, record: RecordValues): string {
  let marks = ''
  for (const { condition, inside } of readers.values()) {
    const isReadable = matches(condition, record)
    marks += isReadable ? '1' : '0'
    if (isReadable && inside) marks += readableMarks(inside, record)
  }
  return marks
}

/** From another node its times come as texts. */
function revived(row: RecordRow | null): RecordRow | null {
  return row && { ...row, created_date: new Date(row.created_date), updated_date: new Date(row.updated_date) }
}
