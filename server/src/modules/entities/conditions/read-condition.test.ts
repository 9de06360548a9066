import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { type Field, NEVER } from './condition.ts'
import { Effort, MAX_ANONYMOUS_EFFORT } from './effort.ts'
import { readFilter } from './filter.ts'
import { ConditionFault } from './read-condition.ts'
import { bindRule, type RuleUser } from './rule.ts'
import { readTextPattern } from './text-pattern.ts'

const named = (name: string): Field | null =>
  name === 'a' ? { kind: 'data', path: ['a'], mayBeList: true } : null
const USER: RuleUser = { id: 'usr_1', email: 'a@example.com', role: 'user', data: { when: 'soon' } }

function placeOf(read: () => unknown): readonly (string | number)[] | null {
  try {
    read()
    return null
  } catch (fault) {
    if (fault instanceof ConditionFault) return fault.place
    throw fault
  }
}

const nested = (depth: number): object => (depth === 0 ? { a: 1 } : { $and: [nested(depth - 1)] })

describe('a filter is refused at its place', () => {
  test.each<[unknown, (string | number)[]]>([
    [null, []],
    [[], []],
    ['a', []],
    [{ b: 1 }, ['b']],
    [{ $where: 1 }, ['$where']],
    [{ user_condition: { id: 1 } }, ['user_condition']],
    [{ $or: [] }, ['$or']],
    [{ $or: { a: 1 } }, ['$or']],
    [{ $or: [{ a: 1 }, 5] }, ['$or', 1]],
    [{ a: { $foo: 1 } }, ['a', '$foo']],
    [{ a: { $in: 5 } }, ['a', '$in']],
    [{ a: { $gt: null } }, ['a', '$gt']],
    [{ a: { $gt: [1] } }, ['a', '$gt']],
    [{ a: { $exists: 'yes' } }, ['a', '$exists']],
    [{ a: { $size: -1 } }, ['a', '$size']],
    [{ a: { $size: 1.5 } }, ['a', '$size']],
    [{ a: { $regex: 5 } }, ['a', '$regex']],
    [{ a: { $regex: 'a', $options: 'x' } }, ['a', '$regex']],
    [{ a: { $options: 'i', $eq: 1 } }, ['a', '$options']],
    [{ a: { $not: 5 } }, ['a', '$not']],
    [{ a: { $elemMatch: 5 } }, ['a', '$elemMatch']],
    [{ a: { $elemMatch: { 'x..y': 1 } } }, ['a', '$elemMatch', 'x..y']],
    [{ a: { $elemMatch: { [Array(9).fill('x').join('.')]: 1 } } }, ['a', '$elemMatch', 'x.x.x.x.x.x.x.x.x']],
    [{ created_date: 'soon' }, ['created_date']],
    [{ created_date: '0000-06-01' }, ['created_date']],
    [{ created_date: { $lt: '+010000-01-01' } }, ['created_date', '$lt']],
    [{ created_date: '9999-12-31T23:59:59-01:00' }, ['created_date']],
    [{ a: { $size: 1_000_001 } }, ['a', '$size']],
    [{ a: Infinity }, ['a']],
    [{ a: { b: [Infinity] } }, ['a']],
  ])('%j', (json, place) => {
    expect(placeOf(() => readFilter(json, named))).toEqual(place)
  })

  test('beyond 8 levels, 200 conditions or 1,000 values', () => {
    expect(placeOf(() => readFilter(nested(7), named))).toBeNull()
    expect(placeOf(() => readFilter(nested(8), named))).toHaveLength(16)
    const many = (count: number) => ({ $or: Array.from({ length: count }, () => ({ a: 1 })) })
    expect(placeOf(() => readFilter(many(200), named))).toBeNull()
    expect(placeOf(() => readFilter(many(201), named))).toEqual(['$or', 200, 'a'])
    const values = (count: number) => ({ a: Array.from({ length: count }, (_, n) => n) })
    expect(placeOf(() => readFilter(values(1_000), named))).toBeNull()
    expect(placeOf(() => readFilter(values(1_001), named))).toEqual(['a'])
  })
})

describe('a rule', () => {
  test('that is nothing, true or {} allows everyone, also nobody; false allows no one', () => {
    for (const rule of [undefined, null, true, {}]) expect(bindRule(rule, null, named)).toEqual({ all: [] })
    expect(bindRule(false, USER, named)).toEqual(NEVER)
  })

  test('with any condition refuses who is not signed in', () => {
    expect(bindRule({ 'data.a': 1 }, null, named)).toEqual(NEVER)
    expect(bindRule({ created_by_id: { $ne: 'x' } }, null, named)).toEqual(NEVER)
  })

  test('whose time a user cannot give matches nothing', () => {
    const rule = { created_date: { $gt: '{{user.data.when}}' } }
    expect(bindRule(rule, USER, named)).toEqual(NEVER)
    expect(placeOf(() => bindRule({ created_date: { $gt: 'soon' } }, USER, named))).not.toBeNull()
  })

  test('knows no patterns, and fields of the data only by their prefix', () => {
    expect(placeOf(() => bindRule({ 'data.a': { $regex: 'x' } }, USER, named))).toEqual(['data.a', '$regex'])
    expect(placeOf(() => bindRule({ a: 1 }, USER, named))).toEqual(['a'])
  })
})

describe('a pattern', () => {
  test.each([
    '(',
    ')',
    '[',
    '[a',
    'a{2',
    '*',
    '+a',
    '(?=a)',
    '(?<n>a)',
    '\\b',
    '\\1',
    '\\p{L}',
    'a**',
    'a*?',
    '^*',
    '$+',
    'a{256}',
    'a{3,2}',
    '\\',
    '[z-a]',
    '[]',
    'x'.repeat(501),
    '((((a{100}){100})))',
  ])('%s is not understood, and says why', (source) => {
    expect(typeof readTextPattern(source, { ignoreCase: false })).toBe('string')
  })

  test('takes time in proportion to the text, however it is nested', () => {
    const read = readTextPattern('^(a+)+$', { ignoreCase: false })
    if (typeof read === 'string') throw new Error(read)
    const used = cpuTime()
    expect(read.test(`${'a'.repeat(100_000)}!`)).toBe(false)
    expect(used()).toBeLessThan(5_000)
  })
})

describe('the filters of a request', () => {
  /** Different ones, of which each alone is taken. */
  const patterns = (count: number, salt: string) => ({
    $or: Array.from({ length: count }, (_, i) => ({ a: { $regex: `^${salt}${i}.{0,40}c` } })),
  })

  test('take a bounded time together, however many patterns they hold', () => {
    const used = cpuTime()
    expect(placeOf(() => readFilter(patterns(200, 'first'), named))).toEqual([])
    expect(used()).toBeLessThan(300)
    expect(placeOf(() => readFilter(patterns(8, 'some'), named))).toBeNull()
  })

  test('share one effort', () => {
    const effort = new Effort()
    const read = (salt: string) => placeOf(() => readFilter(patterns(12, salt), named, effort))
    expect([read('first'), read('second')]).toEqual([null, []])
  })

  test('are refused or not whatever was asked before', () => {
    const read = () => placeOf(() => readFilter(patterns(40, 'again'), named))
    expect([read(), read(), read()]).toEqual([[], [], []])
  })

  test('of anonymous callers may take less', () => {
    const read = (count: number) =>
      placeOf(() => readFilter(patterns(count, 'visitor'), named, new Effort(MAX_ANONYMOUS_EFFORT)))
    expect([read(2), read(8)]).toEqual([null, []])
  })

  test('hold at most some thousand values', () => {
    const lists = (count: number) => ({
      $or: Array.from({ length: count }, () => ({ a: Array.from({ length: 1_000 }, (_, n) => n) })),
    })
    expect(placeOf(() => readFilter(lists(5), named))).toBeNull()
    expect(placeOf(() => readFilter(lists(20), named))).toEqual([])
  })
})

test('a pattern is judged once', () => {
  const read = (source: string) => readTextPattern(source, { ignoreCase: true })
  expect(read('judged once')).toBe(read('judged once'))
  expect(read('judged once')).not.toBe(readTextPattern('judged once', { ignoreCase: false }))
})
