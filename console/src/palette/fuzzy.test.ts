import { expect, test } from 'vitest'
import { fit, isClose } from './fuzzy.ts'

test.each([
  ['Members', 'members'],
  ['Members', 'mem'],
  ['Access tokens', 'tok'],
  ['Access tokens', 'acc tok'],
  ['Sign out', 'out'],
])('%s is meant by %s', (name, typed) => {
  expect(isClose(fit(name, typed))).toBe(true)
})

test.each([
  ['Members', 'ember'],
  ['Audit log', 'alg'],
  ['Service accounts', 'srvacc'],
])('%s fits %s from afar', (name, typed) => {
  const score = fit(name, typed)
  expect(score).toBeGreaterThan(0)
  expect(isClose(score)).toBe(false)
})

test.each([
  ['Members', 'xyz'],
  ['Members', 'srm'],
  ['Members', 'zm'],
  ['Backups', 'HP-10234'],
])('%s does not fit %s', (name, typed) => {
  expect(fit(name, typed)).toBe(0)
})

test('the whole name is closer than its beginning, and that than a word in it', () => {
  const scores = [fit('Tests', 'tests'), fit('Tests of today', 'tests'), fit('New tests', 'tests')]
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(3)
})
