import { expect, test } from 'vitest'
import type { Json } from '../conditions/condition.ts'
import { changedValues, readOperators } from './update-operators.ts'

const schema = { name: 'Thing', properties: { a: {}, b: {}, list: { type: 'array' } } }
const NOW = new Date('2026-11-19T12:00:00Z')
type Data = { [field: string]: Json }

const changed = (data: Record<string, Record<string, unknown>>, ...records: Data[]) => {
  const changes = readOperators(schema as never, data)
  return records.map((record) => changedValues(record, changes, NOW))
}

test.each<[string, string, Json, Json, Json]>([
  [
    'adds each value once, also of those that are given twice',
    '$addToSet',
    [1],
    { $each: [2, 1, 2] },
    [1, 2],
  ],
  [
    'knows an object by what is in it',
    '$addToSet',
    [{ x: [1] }],
    { $each: [{ x: [1] }, { x: [2] }] },
    [{ x: [1] }, { x: [2] }],
  ],
  [
    'knows an object in whatever order it is sent',
    '$addToSet',
    [{ x: 1, y: 2 }],
    { $each: [{ y: 2, x: 1 }, { z: [{ b: 1, a: 2 }] }, { z: [{ a: 2, b: 1 }] }] },
    [{ x: 1, y: 2 }, { z: [{ b: 1, a: 2 }] }],
  ],
  ['adds a list as one value', '$addToSet', [1], [1, 2], [1, [1, 2]]],
  ['adds a list as one value', '$push', [1], [1, 2], [1, [1, 2]]],
  ['adds what only looks like several values as it is', '$push', [], { $each: 5 }, [{ $each: 5 }]],
  ['removes every value that is the same', '$pull', ['x', 'y', 'x', { x: 1 }], 'x', ['y', { x: 1 }]],
  ['removes an object that is the same', '$pull', [{ x: 1 }, { x: 2 }], { x: 1 }, [{ x: 2 }]],
])('%s: %s', (_, operator, before, given, after) => {
  expect(changed({ [operator]: { list: given } }, { list: before })).toEqual([{ list: after }])
})

test.each<[string, Json, Json, Json]>([
  ['$min', 10, 9, 9],
  ['$min', 9, 10, 9],
  ['$max', 9, 10, 10],
  ['$max', 10, 9, 10],
  // As texts: by their letters, and never against a number.
  ['$min', '9', '10', '10'],
  ['$max', '10', '9', '9'],
  ['$min', '10', 9, '10'],
  ['$max', 10, '9', 10],
  ['$max', '\u{1F600}', '\uFFFD', '\u{1F600}'],
])('%s of %j and %j is %j', (operator, before, given, after) => {
  expect(changed({ [operator]: { a: given } }, { a: before })).toEqual([{ a: after }])
})

test('what is renamed in one record does not show up in the next', () => {
  expect(changed({ $rename: { a: 'b' } }, { a: 1, b: 2 }, { b: 3 }, { a: 4 })).toEqual([
    { a: null, b: 1 },
    { a: null, b: null },
    { a: null, b: 4 },
  ])
})

test('very many values are added without comparing each with each', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => n)
  const [{ list } = { list: [] }] = changed({ $addToSet: { list: { $each: many } } }, { list: [0, 1] })
  expect(list).toHaveLength(20_000)
})
