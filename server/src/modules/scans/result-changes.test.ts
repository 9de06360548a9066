import { MAX_FINDINGS } from '@atrium/contract/scan-findings'
import { expect, test } from 'vitest'
import { compareResults, completeTypes } from './result-changes.ts'
import { codeFinding, emptyResult, packageFinding, ruleFinding } from './test/fake-scanner.ts'

const EMPTY = emptyResult(new Date(0))
const ALL = { ignored: new Set<string>(), unchecked: [] }
const rules = (...names: string[]) => ({
  ...EMPTY,
  rls_recommendations: names.map((name) => ruleFinding(name)),
})

test('a first scan has everything new', () => {
  const result = { ...rules('a', 'b'), static_code_findings: [codeFinding('c')] }
  expect(compareResults(result, null, ALL)).toMatchObject({
    counts: { critical: 2, high: 1, medium: 0, low: 0, info: 0 },
    new_count: 3,
    fixed_count: 0,
    alarming: [{ finding: { fingerprint: 'a' } }, { finding: { fingerprint: 'b' } }],
  })
})

test('what was there before is neither new nor alarming, and what is gone is fixed', () => {
  const { new_count, fixed_count, alarming } = compareResults(rules('b', 'c'), rules('a', 'b'), ALL)
  expect([new_count, fixed_count, alarming.map(({ finding }) => finding.fingerprint)]).toEqual([1, 1, ['c']])
})

test('what is ignored is not counted and alarms nobody', () => {
  const compared = compareResults(rules('a', 'b'), null, { ...ALL, ignored: new Set(['a']) })
  expect(compared).toMatchObject({
    counts: { critical: 1 },
    new_count: 2,
    alarming: [{ finding: { fingerprint: 'b' } }],
  })
})

test('nothing is fixed in a group that could not be looked at', () => {
  const before = { ...rules('a'), dependency_vulnerabilities: [packageFinding('p')] }
  const unchecked = ['dependency_vulnerabilities' as const]
  expect(compareResults(rules('a'), before, { ...ALL, unchecked })).toMatchObject({ fixed_count: 0 })
  expect(compareResults(rules('a'), before, ALL)).toMatchObject({ fixed_count: 1 })
})

test('only groups that were looked at, and fit into the result, are complete', () => {
  const full = rules(...Array.from({ length: MAX_FINDINGS }, (_, n) => `f${n}`))
  expect(completeTypes(full, ['static_code_findings'])).toEqual([
    'secret',
    'backend_function',
    'dependency',
    'header',
  ])
})
