/** Saves what somebody changed in a record without writing over what others changed in it since it was read. */
import { ApiError } from '@atrium/sdk'
import { type Json, valueAt } from '../../../entity-schema.ts'
import type { EntityRecord } from '../../../queries.ts'
import { isSame } from '../values/same-value.ts'
import { words } from './words.ts'

export type Values = { [field: string]: Json }

export interface Ways {
  /** Refused with `record_changed` unless the record still is this version. */
  send(values: Values, version: string | undefined): Promise<EntityRecord>
  read(): Promise<EntityRecord>
}

/** Somebody else gave these fields another value; nothing was written. */
export class ChangedSince extends Error {
  readonly theirs: EntityRecord
  readonly fields: readonly string[]
  constructor(theirs: EntityRecord, fields: readonly string[]) {
    super(words.theRecordWasChanged)
    this.theirs = theirs
    this.fields = fields
  }
}

/** Changes of other fields stay as they are; a field that both changed is for the person to decide. */
export async function saveUnlessChanged(
  base: EntityRecord,
  values: Values,
  { send, read }: Ways,
): Promise<EntityRecord> {
  let version = versionOf(base)
  for (;;) {
    try {
      return await send(values, version)
    } catch (error) {
      if (!isRecordChanged(error)) throw error
      const theirs = await read()
      const fields = fieldsInDispute(base, values, theirs)
      if (fields.length > 0) throw new ChangedSince(theirs, fields)
      // Ours already, by a request whose answer was lost.
      if (Object.entries(values).every(([name, value]) => isSame(value, valueAt(theirs, name)))) return theirs
      if (versionOf(theirs) === version) throw error
      version = versionOf(theirs)
    }
  }
}

export function versionOf({ updated_date }: EntityRecord): string | undefined {
  return typeof updated_date === 'string' ? updated_date : undefined
}

/** The fields that now hold neither what they held when editing began nor what is to be saved. */
export function fieldsInDispute(base: EntityRecord, values: Values, theirs: EntityRecord): string[] {
  return Object.keys(values).filter(
    (name) =>
      !isSame(valueAt(theirs, name), valueAt(base, name)) &&
      !isSame(valueAt(theirs, name), valueAt(values, name)),
  )
}

function isRecordChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'record_changed'
}
