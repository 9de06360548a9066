import { expect, test } from 'vitest'
import { depthOf, parseJson } from './json-text.ts'

test.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{}]}', 3],
  ['[[],[[]]]', 3],
  ['"[[["', 0],
  ['["\\"[[[",[]]', 2],
  ['["\\\\",[]]', 2],
  ['["[', 1],
])('the depth of %s is %i', (json, depth) => {
  expect(depthOf(json)).toBe(depth)
})

test.each([
  ['{"__proto__":{"a":1},"b":2}', { b: 2 }],
  ['{"\\u005f_proto__":{"a":1},"b":2}', { b: 2 }],
  ['[{"a":{"__proto__":null}}]', [{ a: {} }]],
  ['"__proto__"', '__proto__'],
])('%s is read without a prototype', (json, value) => {
  const read = parseJson(json)
  expect(read).toStrictEqual(value)
  expect(JSON.stringify(read)).toBe(JSON.stringify(value))
})
