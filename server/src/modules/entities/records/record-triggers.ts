import type { Db } from '../../../platform/database/db.ts'
import { readFilter } from '../conditions/filter.ts'
import { matches } from '../conditions/matches.ts'
import { ConditionFault } from '../conditions/read-condition.ts'
import { type EntitySchema, fieldNamed } from '../schemas/entity-schema.ts'
import type { SchemaCache } from '../schemas/schema-cache.ts'
import { presentWhole, valuesOf } from './present-record.ts'
import type { ChangedEntity, RecordChange, WholeRecord } from './record-events.ts'
import type { RecordRow } from './record-store.ts'

/** Starts what an app set up to run when its records change; other parts do that. */
export interface RecordTriggers {
  /** Whether such a change may start something; remembered, so that it costs apps without any nothing. */
  isSet(db: Db, appId: string, entityName: string, change: RecordChange): boolean | Promise<boolean>
  /** In the transaction of the change. */
  start(tx: Db, change: RecordChange, of: ChangedEntity, changed: readonly TriggeringRecord[]): Promise<void>
}

export interface TriggeringRecord {
  record: WholeRecord
  /** As it was before an update. */
  before: WholeRecord | null
  /** Whether the record matches a filter; null when the filter does not fit the entity any more. */
  matches(filter: unknown): boolean | null
}

export function triggeringRecord(
  schema: EntitySchema,
  row: RecordRow,
  before: RecordRow | undefined,
): TriggeringRecord {
  return {
    record: presentWhole(row),
    before: before ? presentWhole(before) : null,
    matches(filter) {
      try {
        return matches(readFilter(filter, fieldNamed(schema)), valuesOf(row))
      } catch (fault) {
        if (fault instanceof ConditionFault) return null
        throw fault
      }
    },
  }
}

/** What is wrong with a filter for records of an entity; null when nothing is, and while there is no such entity. */
export function createFilterCheck(entitySchemas: Pick<SchemaCache, 'of'>) {
  return async (appId: string, entityName: string, filter: unknown): Promise<FilterFault | null> => {
    const known = await entitySchemas.of(appId, entityName)
    if (!known) return null
    try {
      readFilter(filter, fieldNamed(known.schema))
      return null
    } catch (fault) {
      if (fault instanceof ConditionFault) return { place: fault.place, message: fault.message }
      throw fault
    }
  }
}

export interface FilterFault {
  place: readonly (string | number)[]
  message: string
}
