import type { ScannedSchema } from '../snapshot.ts'

/** The rules of entities as records are judged by them; tied to that module where the parts are put together. */
export interface RuleEngine {
  /** Whether somebody may do this with a record; null: nobody is signed in. `create`: with exactly these values. */
  allows(schema: ScannedSchema, user: MaybeUser, operation: Operation, record: RuleRecord): boolean
  /** The fields that somebody may not read in a record, as dotted paths. */
  hiddenFields(schema: ScannedSchema, user: MaybeUser, record: RuleRecord): string[]
  /** The fields of these values that somebody may not write into a record, as dotted paths; the row is not judged. */
  refusedFields(schema: ScannedSchema, user: MaybeUser, record: RuleRecord, values: Values): string[]
  /** Whether these values of fields could be stored. */
  fits(schema: ScannedSchema, values: Values): boolean
  /** Why the schema could not be saved; empty when it can. */
  faultsOf(schema: ScannedSchema): string[]
}

export type Operation = 'create' | 'read' | 'update' | 'delete'
export const OPERATIONS: readonly Operation[] = ['create', 'read', 'update', 'delete']

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Values = { [field: string]: Json }

export interface RuleUser {
  id: string
  email: string
  role: string
  data: Values
}
export type MaybeUser = RuleUser | null

export interface RuleRecord {
  id: string
  created_by: string
  created_by_id: string
  created_date: string
  updated_date: string
  is_sample: boolean
  data: Values
}
