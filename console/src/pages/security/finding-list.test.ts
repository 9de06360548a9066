import type { SecurityScan } from '@atrium/sdk'
import { listFindings, placeOf } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { functionPlaceOf } from './code-place.ts'
import { countOpen, fixableRules, matches, typeOf } from './finding-list.ts'
import { stateOf, whyLocked } from './scan-words.ts'

const COMMON = {
  confidence: 'high' as const,
  title: 'A title',
  description: 'A description',
  recommendation: 'Do this',
  references: [],
  cwe: [],
}
const rule = (fingerprint: string, recommended_rule: unknown) => ({
  ...{ ...COMMON, fingerprint, rule_id: 'rls_missing', severity: 'critical' as const },
  ...{ entity_name: 'Order', operations: ['read' as const], current_rule: null, recommended_rule },
  sensitive_fields: [],
})
const code = (fingerprint: string, severity: 'high' | 'low') => ({
  ...{ ...COMMON, fingerprint, rule_id: 'ssrf', severity, function_name: 'orders/paid' },
  ...{ file_path: 'functions/orders/paid/index.ts', line: 7, snippet: 'fetch(url)' },
})
const SCAN: SecurityScan = {
  status: 'up_to_date',
  result: {
    analysis_summary: '',
    rls_recommendations: [rule('r1', { read: false }), rule('r2', null), rule('r3', { read: false })],
    hardcoded_secrets: [],
    backend_functions: [code('f1', 'low'), code('f2', 'high')],
    dependency_vulnerabilities: [],
    static_code_findings: [],
    header_recommendations: [],
    core_integration_recommendation: 'none',
    scanned_at: '2026-11-16T09:30:00.000Z',
  },
  static_code_enabled: false,
  ignored_fingerprints: ['r3', 'gone'],
  progress: null,
  error: null,
}
const listed = listFindings(SCAN)
const shown = (view: Parameters<typeof matches>[1]) =>
  listed.filter((each) => matches(each, view)).map(({ finding }) => finding.fingerprint)

test('findings come from the worst on, and ignored ones only when they are wanted', () => {
  expect(shown({ ignored: 'on' })).toEqual(['r1', 'r2', 'r3', 'f2', 'f1'])
  expect(shown({})).toEqual(['r1', 'r2', 'f2', 'f1'])
  expect(listFindings({ ...SCAN, result: null })).toEqual([])
})

test('they are filtered by severities and groups', () => {
  expect(shown({ severity: 'high,low' })).toEqual(['f2', 'f1'])
  expect(shown({ severity: 'critical', group: 'backend_functions' })).toEqual([])
  expect(shown({ group: 'rls_recommendations,backend_functions', severity: 'low' })).toEqual(['f1'])
})

test('ignored ones do not count and are not fixed, nor what only a person can decide', () => {
  expect(countOpen(listed)).toEqual({ critical: 2, high: 1, medium: 0, low: 1, info: 0 })
  expect(fixableRules(listed)).toEqual(['r1'])
})

test('a place is exact, and leads to the file of a function by its name in the function', () => {
  const [first] = listed.filter(({ group }) => group === 'backend_functions')
  if (!first) throw new Error('there is one')
  expect(placeOf(first)).toBe('functions/orders/paid/index.ts:7')
  expect(functionPlaceOf(first)).toEqual({ name: 'orders/paid', file: 'index.ts', line: 7 })
  expect(listed.slice(0, 1).map(functionPlaceOf)).toEqual([null])
  expect(typeOf('hardcoded_secrets')).toBe('secret')
})

test.each([
  ['up_to_date', undefined],
  ['out_of_date', /changed since/],
  ['pending', /under way/],
  ['scanning', /under way/],
  ['scan_failed', /failed/],
  ['none', /run a scan/],
] as const)('what can be done when it is %s', (status, reason) => {
  const why = whyLocked(status)
  if (reason) expect(why).toMatch(reason)
  else expect(why).toBeUndefined()
})

test('the state says what is missing and how far it is', () => {
  const text = (change: Partial<SecurityScan>) => stateOf({ ...SCAN, ...change }).text
  expect(text({ status: 'out_of_date' })).toContain('findings of before')
  expect(text({ status: 'out_of_date', result: null })).toContain('scanner')
  const progress = { stage: 'hardcoded_secrets' as const, done: 3, total: 9 }
  expect(text({ status: 'scanning', progress, result: null })).toBe(
    'Looking for secrets in the code: 3 of 9.',
  )
  expect(text({ status: 'scan_failed', error: 'It took too long.' })).toContain('It took too long.')
})
