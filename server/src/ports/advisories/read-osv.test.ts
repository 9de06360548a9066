import { expect, test } from 'vitest'
import { osv } from '../../modules/scans/test/scan-corpus/advisories.ts'
import { cvssScore } from './cvss-score.ts'
import { readOsv } from './read-osv.ts'

const now = new Date(0)
const rangeOf = (events: Record<string, string>[] | Record<string, string>[][], more = {}) =>
  readOsv(osv('GHSA-aaaa-0000-0001', 'a', events, more), now)?.rows[0]?.vulnerable_range

test.each([
  [null],
  ['text'],
  [{}],
  [{ id: 'x y', modified: '2026-01-01T00:00:00Z' }],
  [{ id: 'GHSA-1', modified: 'yesterday' }],
  [osv('GHSA-1', 'a', [{ introduced: 'one' }])],
])('%j is no record', (value) => {
  expect(readOsv(value, now)).toBeNull()
})

test.each([
  ['<1.2.0', [{ introduced: '0' }, { fixed: '1.2.0' }]],
  ['>=1.0.0 <1.2.0', [{ fixed: '1.2.0' }, { introduced: '1.0.0' }]],
  ['<=1.2.0', [{ introduced: '0' }, { last_affected: '1.2.0' }]],
  ['>=2.0.0', [{ introduced: '2.0.0' }]],
  ['>=0.0.0-0', [{ introduced: '0' }]],
  [
    '<1.0.0 || >=2.0.0 <2.1.0',
    [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }],
  ],
  ['>=1.0.0 <=1.0.0', [{ introduced: '1.0.0' }, { last_affected: '1.0.0' }]],
])('%s', (range, events) => {
  expect(rangeOf(events as Record<string, string>[])).toBe(range)
})

test('single versions come along where no range holds them', () => {
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [
        { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.0' }] },
        { type: 'GIT', events: [{ introduced: 'abc' }] },
      ],
      versions: ['0.5.0', '3.0.0', 'odd'],
    },
  ]
  expect(rangeOf([], { affected })).toBe('<1.0.0 || 3.0.0')
})

test('packages of other ecosystems are left out', () => {
  const affected = [{ package: { ecosystem: 'PyPI', name: 'a' }, versions: ['1.0.0'] }]
  expect(readOsv(osv('GHSA-1', 'a', [], { affected }), now)?.rows).toEqual([])
})

test.each([
  ['MAL-2026-1', {}, 'critical'],
  ['GHSA-1', { database_specific: { severity: 'MODERATE' } }, 'medium'],
  ['GHSA-1', { database_specific: {} }, 'medium'],
  [
    'GHSA-1',
    { database_specific: {}, severity: [{ score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] },
    'critical',
  ],
  ['GHSA-1', { database_specific: {}, severity: [{ score: 'CVSS:4.0/AV:N' }] }, 'medium'],
])('%s with %j is %s', (id, more, severity) => {
  expect(readOsv(osv(id, 'a', [{ introduced: '0' }], more), now)?.rows).toMatchObject([{ severity }])
})

test.each([
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5],
  ['CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N', 1.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ['CVSS:3.1/AV:N', null],
  ['CVSS:4.0/AV:N/AC:L', null],
])('%s scores %s', (vector, score) => {
  expect(cvssScore(vector)).toBe(score)
})
