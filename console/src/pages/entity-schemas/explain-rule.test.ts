import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Properties, Rule } from '../../entity-schema.ts'
import { explainRule } from './explain-rule.ts'
import { type RuleForm, ruleFormOf, ruleOf } from './rule-form.ts'

const PROPERTIES: Properties = {
  status: { type: 'string' },
  total: { type: 'number' },
  due: { type: 'string', format: 'date' },
  tags: { type: 'array', items: { type: 'string' } },
  team: { type: 'string' },
  owner: { type: 'string' },
  address: { type: 'object', properties: { city: { type: 'string' } } },
  extra: { type: 'object' },
}

const CASES: [Rule, string][] = [
  [undefined, 'Everyone'],
  [null, 'Everyone'],
  [true, 'Everyone'],
  [{}, 'Everyone'],
  [false, 'Nobody'],
  [{ id: { $exists: true } }, 'Everyone who is signed in'],
  [{ created_by: '{{user.email}}' }, 'Only the person who created the record'],
  [{ created_by_id: '{{user.id}}' }, 'Only the person who created the record'],
  [{ user_condition: { role: 'admin' } }, 'Only users whose role is “admin”'],
  [{ user_condition: { email: 'a@b.example' } }, 'Only the user whose email is “a@b.example”'],
  [{ user_condition: { 'data.team': 'north' } }, 'Only users whose team is “north”'],
  [
    { $or: [{ created_by_id: '{{user.id}}' }, { user_condition: { role: 'admin' } }] },
    'Only the person who created the record, or users whose role is “admin”',
  ],
  [
    { user_condition: { role: 'admin', 'data.active': true } },
    'Signed-in users, if their role is “admin” and their active is true',
  ],
  [{ user_condition: {} }, 'Everyone who is signed in'],
  [{ user_condition: { role: '' } }, 'Signed-in users, if their role is an empty text, which never holds'],
  [{ 'data.status': 'published' }, 'Signed-in users, if status is “published”'],
  [{ 'data.status': null }, 'Signed-in users, if status is empty'],
  [{ 'data.total': 5 }, 'Signed-in users, if total is 5'],
  [{ is_sample: false }, 'Signed-in users, if is_sample is false'],
  [{ 'data.owner': '{{user.email}}' }, 'Signed-in users, if owner is their email'],
  [{ 'data.team': '{{ user.data.team }}' }, 'Signed-in users, if team is their team'],
  [{ 'data.team': 'team-{{user.data.team}}' }, 'Signed-in users, if team is “team-‹their team›”'],
  [{ 'data.status': ['a', 'b', 'c'] }, 'Signed-in users, if status is one of “a”, “b” or “c”'],
  [{ 'data.status': ['a'] }, 'Signed-in users, if status is “a”'],
  [{ 'data.status': { $in: [] } }, 'Signed-in users, if status is one of no values, which never holds'],
  [{ 'data.status': { $nin: [] } }, 'Signed-in users, if status is anything'],
  [
    { 'data.status': { $in: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] } },
    'Signed-in users, if status is one of “a”, “b”, “c”, “d”, “e” or 3 others',
  ],
  [{ 'data.status': { $eq: 'x' } }, 'Signed-in users, if status is “x”'],
  [{ 'data.status': { $ne: 'closed' } }, 'Signed-in users, if status is not “closed”'],
  [{ 'data.status': { $nin: ['a', 'b'] } }, 'Signed-in users, if status is not one of “a” or “b”'],
  [
    { 'data.team': { $ne: '{{user.data.team}}' } },
    'Signed-in users, if team is not their team (for those who have no such value: is not empty)',
  ],
  [{ 'data.owner': { $ne: '{{user.email}}' } }, 'Signed-in users, if owner is not their email'],
  [{ 'data.total': { $gte: 5, $lt: 10 } }, 'Signed-in users, if total is at least 5 and is less than 10'],
  [{ 'data.total': { $gt: 5 } }, 'Signed-in users, if total is more than 5'],
  [{ 'data.total': { $lte: 5 } }, 'Signed-in users, if total is at most 5'],
  [{ 'data.due': { $lt: '2027-01-01' } }, 'Signed-in users, if due is before “2027-01-01”'],
  [{ 'data.status': { $gt: 'm' } }, 'Signed-in users, if status sorts after “m”'],
  [
    { created_date: { $gte: '2026-01-01T00:00:00Z' } },
    'Signed-in users, if its creation is at or after “2026-01-01T00:00:00Z”',
  ],
  [{ 'data.status': { $exists: true } }, 'Signed-in users, if status has a value'],
  [{ 'data.status': { $exists: false } }, 'Signed-in users, if status is empty'],
  [{ 'data.tags': 'urgent' }, 'Signed-in users, if tags is or contains “urgent”'],
  [{ 'data.tags': null }, 'Signed-in users, if tags is empty or contains null'],
  [{ 'data.tags': { $ne: 'urgent' } }, 'Signed-in users, if tags neither is nor contains “urgent”'],
  [{ 'data.tags': { $ne: null } }, 'Signed-in users, if tags is not empty and contains no null'],
  [{ 'data.tags': { $gt: 3 } }, 'Signed-in users, if tags is more than 3 (or one of its entries does)'],
  [{ 'data.tags': { $all: ['a', 'b'] } }, 'Signed-in users, if tags contains “a” and “b”'],
  [{ 'data.tags': { $all: [] } }, 'Signed-in users, if tags is a list'],
  [{ 'data.tags': { $size: 1 } }, 'Signed-in users, if tags is a list of 1 entry'],
  [{ 'data.tags': { $size: 0 } }, 'Signed-in users, if tags is a list of 0 entries'],
  [
    { 'data.tags': { $elemMatch: { $gte: 3, $lt: 5 } } },
    'Signed-in users, if tags is a list with an entry that is at least 3 (or one of its entries does) and is less than 5 (or one of its entries does)',
  ],
  [
    { 'data.tags': { $elemMatch: { name: 'x', size: 2 } } },
    'Signed-in users, if tags is a list with an entry where (name is or contains “x” and size is or contains 2)',
  ],
  [{ 'data.address.city': 'Oslo' }, 'Signed-in users, if address.city is “Oslo”'],
  [{ 'data.extra.any': 'x' }, 'Signed-in users, if extra.any is or contains “x”'],
  [{ 'data.address': { city: 'Oslo' } }, 'Signed-in users, if address is exactly {"city":"Oslo"}'],
  [
    { 'data.status': 'open', 'data.owner': '{{user.email}}' },
    'Signed-in users, if status is “open” and owner is their email',
  ],
  [
    {
      $and: [
        { 'data.status': { $nin: ['delivered', 'cancelled'] } },
        { $or: [{ created_by_id: '{{user.id}}' }, { user_condition: { role: 'admin' } }] },
      ],
    },
    'Signed-in users, if status is not one of “delivered” or “cancelled” and (they created the record or their role is “admin”)',
  ],
  [
    { $or: [{ 'data.status': 'open', 'data.total': 1 }, { created_by: '{{user.email}}' }] },
    'Signed-in users, if (status is “open” and total is 1) or they created the record',
  ],
  [
    { $nor: [{ 'data.status': 'closed' }, { 'data.total': 0 }] },
    'Signed-in users, if it is not so that (status is “closed” or total is 0)',
  ],
  [{ $nor: [{ 'data.status': 'closed' }] }, 'Signed-in users, if it is not so that status is “closed”'],
  [{ $or: [{}, { 'data.total': 1 }] }, 'Signed-in users, if always or total is 1'],
  // What the server would refuse is shown as it is.
  [{ $or: [] }, 'Signed-in users, if this holds: {"$or":[]}'],
  [{ 'data.status': { $regex: 'x' } }, 'Signed-in users, if this holds: {"data.status":{"$regex":"x"}}'],
  [{ user_condition: { name: 'x' } }, 'Signed-in users, if this holds: {"user_condition":{"name":"x"}}'],
]

describe('a rule in words', () => {
  test.each(CASES)('%j', (rule, words) => {
    expect(explainRule(rule, PROPERTIES)).toBe(words)
  })

  test('without a schema nothing is taken for a list', () => {
    expect(explainRule({ 'data.tags': 'urgent' })).toBe('Signed-in users, if tags is “urgent”')
  })

  test('there are words for whatever JSON stands there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (rule) => {
        const words = explainRule(rule as Rule, PROPERTIES)
        expect(words).toMatch(/^(Everyone|Only|Signed-in users, if .)/)
      }),
    )
  })
})

describe('the form of a rule', () => {
  const alternative = fc.oneof(
    fc.constant({ kind: 'signed_in' as const }),
    fc.constant({ kind: 'creator' as const }),
    fc.record({ kind: fc.constant('role' as const), role: fc.constantFrom('admin', 'user', 'editor') }),
    fc.record({
      kind: fc.constant('field_is_mine' as const),
      field: fc.constantFrom('owner', 'address.city'),
      attribute: fc.constantFrom('id', 'email', 'role', 'data.team'),
    }),
    fc.record({
      kind: fc.constant('field_is' as const),
      field: fc.constantFrom('status', 'total'),
      value: fc.oneof(fc.constantFrom('open', ''), fc.integer(), fc.boolean()),
    }),
  )
  const form: fc.Arbitrary<RuleForm> = fc.oneof(
    fc.constant({ kind: 'everyone' as const }),
    fc.constant({ kind: 'nobody' as const }),
    fc.record({
      kind: fc.constant('some' as const),
      any: fc.array(alternative, { minLength: 1, maxLength: 4 }),
    }),
  )

  test('goes to a rule and back unchanged', () => {
    fc.assert(
      fc.property(form, (one) => {
        expect(ruleFormOf(ruleOf(one))).toEqual(one)
      }),
    )
  })

  test.each([
    [{ $and: [{ 'data.status': 'open' }] }],
    [{ 'data.total': { $gt: 1 } }],
    [{ 'data.status': 'open', 'data.total': 1 }],
    [{ 'data.team': 'a-{{user.data.team}}' }],
    [{ user_condition: { email: 'a@b.example' } }],
    [{ $or: [{ created_by_id: '{{user.id}}' }, { 'data.total': { $gt: 1 } }] }],
  ] as [Rule][])('there is none for %j', (rule) => {
    expect(ruleFormOf(rule)).toBeNull()
  })
})
