import type { RecordValues } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import { type BoundRules, readableData } from './record-rules.ts'
import type { RecordRow } from './record-store.ts'

/** A record as rules see it. */
export function valuesOf(row: RecordRow): RecordValues {
  const { id, data, created_by, created_by_id, is_sample } = row
  return {
    id,
    data,
    created_by,
    created_by_id,
    is_sample,
    created_date: row.created_date.toISOString(),
    updated_date: row.updated_date.toISOString(),
  }
}

/** All of it, for those who are not bound by rules. */
export function presentWhole(row: RecordRow) {
  const { data, ...own } = valuesOf(row)
  return { ...data, ...own }
}

export interface Presentation {
  schema: EntitySchema
  rules: BoundRules
  /** The app's own choice: `created_by` is left out. */
  hidesAuthorship: boolean
}

/** A record flat, as callers send and get it, without what they may not read. */
export function presentRecord(presentation: Presentation, row: RecordRow) {
  return presentValues(presentation, valuesOf(row))
}

/** A record whose data is what the caller may read of it already. */
export function presentVisible({ hidesAuthorship }: Presentation, row: RecordRow) {
  const values = valuesOf(row)
  return withOwn(values.data, values, hidesAuthorship)
}

/** The data that the caller may read; null when they may not read the record at all. */
export function readablePart({ rules }: Presentation, row: RecordRow) {
  const values = valuesOf(row)
  return matches(rules.row('read'), values) ? readableData(rules, values) : null
}

/** As `presentRecord`; null when the caller may not read the record at all. */
export function presentIfReadable(presentation: Presentation, row: RecordRow) {
  const values = valuesOf(row)
  return matches(presentation.rules.row('read'), values) ? presentValues(presentation, values) : null
}

/** The answer to a write: anyone who may write a record need not be able to read it. */
export function presentWritten(presentation: Presentation, row: RecordRow) {
  return presentIfReadable(presentation, row) ?? { id: row.id, updated_date: row.updated_date.toISOString() }
}

function presentValues({ rules, hidesAuthorship }: Presentation, values: RecordValues) {
  return withOwn(readableData(rules, values), values, hidesAuthorship)
}

function withOwn(
  shown: RecordValues['data'],
  { data, created_by, ...own }: RecordValues,
  hidesAuthorship: boolean,
) {
  const record = Object.assign(shown, own)
  return hidesAuthorship ? record : Object.assign(record, { created_by })
}
