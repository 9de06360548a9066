import { describe, expect, test } from 'vitest'
import type { EntitySchema } from '../../entity-schema.ts'
import { fieldPaths, withRule } from './with-rule.ts'

const SCHEMA: EntitySchema = {
  properties: {
    title: { type: 'string' },
    address: { type: 'object', properties: { city: { rls: { read: false } }, zip: {} } },
  },
  rls: { read: true, write: false },
}

describe('a schema with another rule', () => {
  test('has it in the place of the old one', () => {
    expect(JSON.stringify(withRule(SCHEMA, [], 'read', false).rls)).toBe('{"read":false,"write":false}')
    expect(withRule(SCHEMA, [], 'delete', true).rls).toEqual({ read: true, write: false, delete: true })
  })

  test('of a field, at any depth', () => {
    const title = withRule(SCHEMA, ['title'], 'write', false)
    expect(title.properties?.title).toEqual({ type: 'string', rls: { write: false } })
    const city = withRule(SCHEMA, ['address', 'city'], 'read', true)
    expect(city.properties?.address?.properties?.city).toEqual({ rls: { read: true } })
  })

  test('has no empty rules left when the last is taken away', () => {
    const none = withRule(SCHEMA, ['address', 'city'], 'read', undefined)
    expect(none.properties?.address?.properties?.city).toEqual({})
    expect('rls' in withRule(withRule(SCHEMA, [], 'read', undefined), [], 'write', undefined)).toBe(false)
  })

  test('lists every field, and those inside with rules of their own', () => {
    expect(fieldPaths(SCHEMA.properties ?? {})).toEqual([['title'], ['address'], ['address', 'city']])
  })
})
