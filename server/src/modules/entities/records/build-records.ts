import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { matches } from '../conditions/matches.ts'
import type { Deps } from '../deps.ts'
import type { Values } from '../values/values.ts'
import type { EntityAccess } from './access-entity.ts'
import { valuesOf } from './present-record.ts'
import { refusedPlaces, writeGuards } from './record-rules.ts'
import { requireNewSize } from './record-size.ts'
import type { RecordRow } from './record-store.ts'

/** New records of checked values; refused when a rule does not cover one as it would be stored. */
export function buildRecords(
  { clock }: Deps,
  { user, kind }: Caller,
  { rules }: EntityAccess,
  all: readonly Values[],
): RecordRow[] {
  const now = clock.now()
  const nobody = kind === 'service' ? 'service' : 'anonymous'
  return all.map((data) => {
    const row: RecordRow = {
      id: makeId('rec', now),
      data,
      created_by: user?.email ?? nobody,
      created_by_id: user?.id ?? nobody,
      created_date: now,
      updated_date: now,
      is_sample: false,
    }
    const record = valuesOf(row)
    if (!matches(rules.row('create'), record)) throw refuse('row_rule_refused')
    const fields = refusedPlaces(writeGuards(rules, data, 'create'), record)
    if (fields.length > 0) throw refuse('field_rule_refused', { extra: { fields } })
    requireNewSize(data)
    return row
  })
}
