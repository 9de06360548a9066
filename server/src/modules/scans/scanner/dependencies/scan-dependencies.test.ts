import { DependencyFinding } from '@atrium/contract/scan-findings'
import Value from 'typebox/value'
import { expect, test } from 'vitest'
import { noAdvisories } from '../../../../ports/advisories/off.ts'
import type { Advisories } from '../../../../ports/advisories/port.ts'
import { advisoriesOf, osv } from '../../test/scan-corpus/advisories.ts'
import type { LockedPackage } from './locked-package.ts'
import { scanDependencies } from './scan-dependencies.ts'

const { signal } = new AbortController()
const installed = (version: string, more: Partial<LockedPackage> = {}): LockedPackage => ({
  name: 'lodash',
  version,
  source: 'registry',
  is_direct: true,
  is_dev: false,
  paths: ['lodash'],
  ...more,
})
const scan = (packages: LockedPackage[], advisories: Advisories = advisoriesOf()) =>
  scanDependencies(advisories, packages, signal)

test('without a source nothing is found, and that is said', async () => {
  expect(await scan([installed('1.0.0')], noAdvisories())).toEqual({
    findings: [],
    unchecked: 'No source of advisories is set up.',
  })
})

test('what comes from elsewhere is not looked up, and that is said', async () => {
  const { findings, unchecked } = await scan([installed('1.0.0', { source: 'other' })])
  expect(findings).toEqual([])
  expect(unchecked).toContain('One package comes from git')
})

test('an advisory whose versions cannot be read is counted', async () => {
  const [advisory] = (await advisoriesOf().find(new Map([['lodash', new Set<string>()]]), signal)).advisories
  if (!advisory) throw new Error('there is none')
  const odd = {
    ...advisoriesOf(),
    find: async () => ({ advisories: [{ ...advisory, vulnerable_range: 'none such' }], unchecked: null }),
  }
  expect(await scan([installed('1.0.0')], odd)).toEqual({
    findings: [],
    unchecked: 'Advisories whose versions could not be read: 1.',
  })
})

test('a finding has all that is known', async () => {
  const { findings } = await scan([installed('4.17.20')])
  expect(findings).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
      rule_id: 'vulnerable_dependency',
      severity: 'high',
      confidence: 'high',
      title: 'lodash: A fault in lodash',
      description: 'The installed version 4.17.20 of lodash has a known vulnerability: A fault in lodash.',
      recommendation: 'Update lodash to 4.17.21 or newer.',
      references: ['https://advisories.example/GHSA-aaaa-0000-0001'],
      cwe: ['CWE-1321'],
      package_name: 'lodash',
      installed_version: '4.17.20',
      vulnerable_range: '<4.17.21',
      fixed_version: '4.17.21',
      advisory_id: 'GHSA-aaaa-0000-0001',
      cve_ids: ['CVE-2021-23337'],
      cvss_score: null,
      is_direct: true,
      is_dev: false,
      paths: ['lodash'],
    },
  ])
  expect(Value.Check(DependencyFinding, findings[0])).toBe(true)
})

test('several versions are one finding, as severe as where it is needed', async () => {
  const { findings } = await scan([
    installed('3.0.0', { is_dev: true, is_direct: false, paths: ['a > b > lodash', 'a > lodash'] }),
    installed('4.17.21'),
    installed('4.17.11', { is_direct: false, paths: ['c > lodash'] }),
  ])
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    installed_version: '3.0.0, 4.17.11',
    severity: 'high',
    is_dev: false,
    is_direct: false,
    paths: ['a > lodash', 'c > lodash', 'a > b > lodash'],
    recommendation: expect.stringContaining('bring in lodash'),
  })
})

test('only for development it is one step lower, and says so', async () => {
  const [finding] = (await scan([installed('1.0.0', { is_dev: true })])).findings
  expect(finding).toMatchObject({
    severity: 'medium',
    is_dev: true,
    description: expect.stringContaining('only development'),
  })
})

test('the fingerprint hangs on package and advisory alone', async () => {
  const [one] = (await scan([installed('1.0.0')])).findings
  const other = advisoriesOf([
    osv('GHSA-aaaa-0000-0001', 'lodash', [{ introduced: '0' }, { fixed: '9.0.0' }], {
      summary: 'Other words',
      aliases: [],
    }),
  ])
  const [two] = (await scan([installed('2.0.0', { paths: ['x > lodash'] })], other)).findings
  expect(two?.title).not.toBe(one?.title)
  expect(two?.fingerprint).toBe(one?.fingerprint)
})

test('an advisory that comes under two names of its is one finding', async () => {
  const range = [{ introduced: '0' }, { fixed: '9.0.0' }]
  const both = advisoriesOf([
    osv('GHSA-bbbb-0000-0001', 'lodash', range, { database_specific: { severity: 'LOW' } }),
    osv('MAL-2026-7', 'lodash', range, { aliases: ['GHSA-bbbb-0000-0001'] }),
  ])
  expect((await scan([installed('1.0.0')], both)).findings).toMatchObject([
    { advisory_id: 'GHSA-bbbb-0000-0001', severity: 'critical' },
  ])
})

test('a scan that is given up ends', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => installed(`1.0.${n}`))
  await expect(scanDependencies(advisoriesOf(), many, AbortSignal.abort())).rejects.toThrow()
})
