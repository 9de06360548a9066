/** Advisories for tests, as OSV records. */
import { presentAdvisory } from '../../../../ports/advisories/osv-file.ts'
import type { Advisories } from '../../../../ports/advisories/port.ts'
import { readOsv } from '../../../../ports/advisories/read-osv.ts'

type Events = Record<string, string>[]

export const osv = (
  id: string,
  name: string,
  events: Events | Events[],
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  id,
  modified: '2026-01-02T03:04:05Z',
  summary: `A fault in ${name}`,
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: (Array.isArray(events[0]) ? (events as Events[]) : [events as Events]).map((one) => ({
        type: 'SEMVER',
        events: one,
      })),
    },
  ],
  database_specific: { severity: 'HIGH', cwe_ids: ['CWE-1321'] },
  references: [{ type: 'ADVISORY', url: `https://advisories.example/${id}` }],
  ...more,
})

const only = (name: string, ...versions: string[]) => ({
  affected: [{ package: { ecosystem: 'npm', name }, versions }],
})
const since = (introduced: string, fixed: string) => [{ introduced }, { fixed }]

export const RECORDS = [
  osv('GHSA-aaaa-0000-0001', 'lodash', since('0', '4.17.21'), { aliases: ['CVE-2021-23337'] }),
  osv('GHSA-aaaa-0000-0002', 'minimist', [since('0', '0.2.4'), since('1.0.0', '1.2.6')], {
    database_specific: { severity: 'CRITICAL' },
  }),
  osv('GHSA-aaaa-0000-0003', 'node-fetch', [since('0', '2.6.7'), since('3.0.0', '3.1.1')]),
  osv('GHSA-aaaa-0000-0004', 'qs', [since('6.9.0', '6.9.7'), since('6.8.0', '6.8.3'), since('0', '6.2.4')]),
  osv('GHSA-aaaa-0000-0005', '@babel/traverse', [
    since('0', '7.23.2'),
    since('8.0.0-alpha.0', '8.0.0-alpha.4'),
  ]),
  osv('GHSA-aaaa-0000-0006', 'json5', [{ introduced: '0' }, { last_affected: '1.0.1' }], {
    database_specific: { severity: 'MODERATE' },
  }),
  osv('MAL-2026-1', 'flatmap-stream', [], only('flatmap-stream', '0.1.1')),
  osv('GHSA-aaaa-0000-0008', 'ua-parser-js', [], only('ua-parser-js', '0.7.29', '0.8.0', '1.0.0')),
  osv('GHSA-aaaa-0000-0009', 'left-pad', [{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' }),
  osv('PYSEC-2026-1', 'requests', since('0', '2.31.0'), {
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'requests' },
        ranges: [{ type: 'ECOSYSTEM', events: since('0', '99.0.0') }],
      },
    ],
  }),
  osv('GHSA-aaaa-0000-0011', 'ws', since('8.0.0', '8.17.1')),
  osv('GHSA-aaaa-0000-0012', 'evil-lib', [{ introduced: '0' }], {
    database_specific: { severity: 'CRITICAL' },
  }),
  osv('GHSA-aaaa-0000-0013', 'next', since('13.0.0', '13.5.9'), {
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N' }],
    database_specific: {},
  }),
]

/** What these records say, without a database. */
export function advisoriesOf(records: readonly unknown[] = RECORDS): Advisories {
  const rows = records.flatMap((record) => readOsv(record, new Date(0))?.rows ?? [])
  const known = rows.filter(({ withdrawn_at }) => withdrawn_at === null).map(presentAdvisory)
  return {
    async find(packages) {
      return { advisories: known.filter(({ package_name }) => packages.has(package_name)), unchecked: null }
    },
  }
}
