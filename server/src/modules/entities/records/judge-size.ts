/** The size of a changed record, judged by what the caller may read of it: the rest decides on no answer. G810 */
import { refuse } from '../../../platform/errors.ts'
import { type Properties, ruleFor } from '../schemas/entity-schema.ts'
import type { Values } from '../values/values.ts'
import { type Presentation, readablePart } from './present-record.ts'
import { isReadableThroughout } from './record-query.ts'
import { isAlways } from './record-rules.ts'
import { MAX_RECORD_BYTES, storedBytes } from './record-size.ts'
import type { RecordRow } from './record-store.ts'

/** Bytes of one field in a change by a caller who may not read it afterwards. */
const MAX_UNREAD_BYTES = 8 * 1024
/** Shared by the parts of a record that have different readers, so that all of them together fit into it. */
const PARTS_BYTES = 4 * MAX_RECORD_BYTES

/** Refuses the change when the record, as it would be afterwards, is too large. */
export function judgeSize(entity: Presentation, after: RecordRow, values: Values): void {
  const readable = readablePart(entity, after) ?? {}
  const isTooLargeUnread = Object.entries(values).some(([name, value]) => {
    const unread = storedBytes(value) - storedBytes(readable[name] ?? null)
    return unread > MAX_UNREAD_BYTES
  })
  if (isTooLargeUnread)
    throw refuse('record_too_large', {
      message: `A field that you may not read takes at most ${MAX_UNREAD_BYTES / 1024} KiB in a change.`,
    })
  if (storedBytes(readable) > maxReadableBytes(entity)) throw refuse('record_too_large')
}

/** Bytes of what the caller may read of one record; fewer in a schema with many read rules that do not all let them in. */
export function maxReadableBytes(entity: Presentation): number {
  const { properties = {} } = entity.schema
  const readsAll = Object.keys(properties).every((name) => isReadableThroughout(entity, [name]))
  if (readsAll) return MAX_RECORD_BYTES
  return Math.min(MAX_RECORD_BYTES, Math.floor(PARTS_BYTES / readRulesOf(properties).size))
}

/** True if one of the values may be too large whatever else is in the record. */
export function mayBeTooLargeUnread(entity: Presentation, values: Values): boolean {
  const readsRow = isAlways(entity.rules.row('read'))
  return Object.entries(values).some(
    ([name, value]) =>
      storedBytes(value) > MAX_UNREAD_BYTES && !(readsRow && isReadableThroughout(entity, [name])),
  )
}

function readRulesOf(properties: Properties): Set<string> {
  const rules = new Set<string>()
  const add = (inside: Properties) => {
    for (const one of Object.values(inside)) {
      const rule = ruleFor(one.rls, 'read')
      if (rule !== undefined && rule !== null) rules.add(JSON.stringify(rule))
      add(one.properties ?? {})
    }
  }
  add(properties)
  return rules
}
