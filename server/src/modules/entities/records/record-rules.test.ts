import { describe, expect, test } from 'vitest'
import type { Json, RecordValues } from '../conditions/condition.ts'
import type { EntitySchema, Property, RowRules } from '../schemas/entity-schema.ts'
import { boundRules, hiddenPlaces, readableData, refusedPlaces, writeGuards } from './record-rules.ts'

const USER = { id: 'usr_1', email: 'a@example.com', role: 'user', data: {} }
const OF_ADMINS = { user_condition: { role: 'admin' } }
const DEPTHS = [1, 2, 3, 4, 8]

/** A field whose secret stands so many levels deep, under a rule of its own; at each level stands something open. */
function schemaOf(levels: number, rls: RowRules): EntitySchema {
  const fields = (left: number): Record<string, Property> =>
    left === 1
      ? { open: {}, secret: { rls } }
      : { open: {}, x: { type: 'object', properties: fields(left - 1) } }
  return { name: 'Deep', properties: fields(levels) }
}

function dataOf(levels: number, innermost: { [name: string]: Json }): { [name: string]: Json } {
  return levels === 1 ? innermost : { open: levels, x: dataOf(levels - 1, innermost) }
}

const recordOf = (data: { [name: string]: Json }): RecordValues => ({
  id: 'rec_1',
  data,
  created_by: 'b@example.com',
  created_by_id: 'usr_2',
  is_sample: false,
  created_date: '2026-11-15T00:00:00.000Z',
  updated_date: '2026-11-15T00:00:00.000Z',
})
const placeOf = (levels: number) => ['data', ...Array<string>(levels - 1).fill('x'), 'secret'].join('.')

describe.each(DEPTHS)('a rule of a field %i deep', (levels) => {
  const whole = dataOf(levels, { open: 1, secret: 2 })
  const field = levels === 1 ? 'secret' : 'x'

  test('hides it from those who may not read it, and nothing else', () => {
    const schema = schemaOf(levels, { read: OF_ADMINS })
    expect(readableData(boundRules(schema, USER), recordOf(whole))).toEqual(dataOf(levels, { open: 1 }))
    expect(hiddenPlaces(boundRules(schema, USER), field, recordOf(whole))).toEqual([placeOf(levels)])
    const admin = boundRules(schema, { ...USER, role: 'admin' })
    expect(readableData(admin, recordOf(whole))).toEqual(whole)
    expect(hiddenPlaces(admin, field, recordOf(whole))).toEqual([])
  })

  test('keeps those who may not write it from changing it', () => {
    const rules = boundRules(schemaOf(levels, { write: OF_ADMINS }), USER)
    const refused = (values: { [name: string]: Json }) =>
      refusedPlaces(writeGuards(rules, values, 'update'), recordOf(whole))
    expect(refused(dataOf(levels, { open: 1, secret: 3 }))).toEqual([placeOf(levels)])
    expect(refused(dataOf(levels, { open: 5, secret: 2 }))).toEqual([])
  })
})
