import { refuse } from '../../../platform/errors.ts'
import { matches } from '../conditions/matches.ts'
import type { Values } from '../values/values.ts'
import type { EntityAccess } from './access-entity.ts'
import { valuesOf } from './present-record.ts'
import { type Guard, refusedPlaces, writeGuards } from './record-rules.ts'
import type { RecordRow } from './record-store.ts'

/** Refuses when the rules do not let these values into this record. */
export function judgeUpdate(
  { rules }: EntityAccess,
  row: RecordRow,
  values: Values,
  guards: readonly Guard[] = writeGuards(rules, values, 'update'),
): void {
  const record = valuesOf(row)
  if (!matches(rules.row('update'), record)) throw refuse('row_rule_refused')
  const fields = refusedPlaces(guards, record)
  if (fields.length > 0) throw refuse('field_rule_refused', { extra: { fields } })
}
