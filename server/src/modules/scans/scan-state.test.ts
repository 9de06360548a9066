import type { ScanResult } from '@atrium/contract/scan-findings'
import { describe, expect, test } from 'vitest'
import { type StoredScan, stateOf, withoutDisabledGroups } from './scan-state.ts'
import { codeFinding, emptyResult, packageFinding } from './test/fake-scanner.ts'

const RESULT: ScanResult = emptyResult(new Date(0))
const NOW = { revision: 7, scanner_version: '1' }
const DONE: StoredScan = { status: 'completed', result: RESULT, scanner_version: '1', app_revision: 7 }

describe('a scan is', () => {
  test.each<[string, StoredScan | undefined, string, boolean]>([
    ['none without one', undefined, 'none', false],
    ['pending, the first time', { ...DONE, status: 'pending', result: null }, 'pending', false],
    ['pending, with an earlier result', { ...DONE, status: 'pending' }, 'pending', true],
    ['scanning, the first time', { ...DONE, status: 'scanning', result: null }, 'scanning', false],
    ['scanning, with an earlier result', { ...DONE, status: 'scanning' }, 'scanning', true],
    ['up to date', DONE, 'up_to_date', true],
    ['out of date once the app changed', { ...DONE, app_revision: 6 }, 'out_of_date', true],
    ['out of date when it is of no known revision', { ...DONE, app_revision: null }, 'out_of_date', true],
    [
      'out of date without a result of another scanner',
      { ...DONE, scanner_version: '0' },
      'out_of_date',
      false,
    ],
    [
      'the same when the app changed too',
      { ...DONE, scanner_version: '0', app_revision: 6 },
      'out_of_date',
      false,
    ],
    ['failed, the first time', { ...DONE, status: 'failed', result: null }, 'scan_failed', false],
    ['failed, with an older result', { ...DONE, status: 'failed' }, 'scan_failed', true],
    [
      'still failed when the app changed',
      { ...DONE, status: 'failed', app_revision: 6 },
      'scan_failed',
      true,
    ],
  ])('%s', (_, scan, status, hasResult) => {
    expect(stateOf(scan, NOW)).toEqual({ status, result: hasResult ? RESULT : null })
  })
})

test('groups that are switched off are empty, also in a result that has them', () => {
  const code = [codeFinding('c')]
  const packages = [packageFinding('p')]
  const result = { ...RESULT, static_code_findings: code, dependency_vulnerabilities: packages }
  const shown = (static_code_enabled: boolean, dependency_scan_enabled: boolean) => {
    const seen = withoutDisabledGroups(result, { static_code_enabled, dependency_scan_enabled })
    return [seen.static_code_findings.length, seen.dependency_vulnerabilities.length]
  }
  expect(shown(true, true)).toEqual([1, 1])
  expect(shown(false, true)).toEqual([0, 1])
  expect(shown(true, false)).toEqual([1, 0])
})
