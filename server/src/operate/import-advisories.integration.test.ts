import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { osv } from '../modules/scans/test/scan-corpus/advisories.ts'
import { importedAdvisories } from '../ports/advisories/osv-file.ts'
import { runOperator } from './test/run-operator.ts'

const database = useStarted(migratedDatabase)
const folder = useFolder()
beforeEach(() => database.pool.query('truncate advisories'))

const { signal } = new AbortController()
const RANGE = [{ introduced: '0' }, { fixed: '1.0.0' }]
const find = (...names: string[]) =>
  importedAdvisories(database.db).find(new Map(names.map((name) => [name, new Set(['0.1.0'])])), signal)
async function bring(text: string, name = 'osv.json') {
  const path = join(folder, name)
  await writeFile(path, text)
  return runOperator({ data_dir: folder, database_url: database.connection }, ['advisories', 'import', path])
}
const at = (modified: string, more = {}) => osv('GHSA-aaaa-0000-0001', 'a', RANGE, { modified, ...more })

test('before the first import it is said that there is nothing', async () => {
  expect(await find('a')).toEqual({
    advisories: [],
    unchecked: 'No advisories were imported yet.',
  })
  expect(await find()).toEqual({ advisories: [], unchecked: null })
})

test('a file without records is refused', async () => {
  for (const text of ['{', '[1]', '{"id":"x"}']) {
    const { code, messages } = await bring(text)
    expect([code, messages.at(-1)]).toEqual([1, expect.stringContaining('holds no OSV records')])
  }
  const { code, messages } = await runOperator({ data_dir: folder, database_url: database.connection }, [
    'advisories',
    'import',
    join(folder, 'none'),
  ])
  expect([code, messages.at(-1)]).toEqual([1, expect.stringContaining('no such file')])
})

test('a document, a list, lines and a folder are read; what cannot be used is named', async () => {
  await bring(JSON.stringify(osv('GHSA-aaaa-0000-0001', 'a', RANGE), null, 2))
  await bring(JSON.stringify([osv('GHSA-aaaa-0000-0002', 'b', RANGE)]))
  const lines = [
    osv('GHSA-aaaa-0000-0003', 'c', RANGE),
    { odd: true },
    osv('GHSA-aaaa-0000-0004', 'c', RANGE),
  ]
  const { code, output, messages } = await bring(
    `${lines.map((one) => JSON.stringify(one)).join('\r\n')}\n`,
    'osv.jsonl',
  )
  expect([code, output]).toEqual([0, 'records   3\nadded     2\nunusable  1\n'])
  expect(messages).toEqual([expect.stringMatching(/^line 2: it is no OSV record/)])
  await mkdir(join(folder, 'all'))
  await bring(JSON.stringify(osv('GHSA-aaaa-0000-0005', 'd', RANGE)), 'all/d.json')
  await bring('no record', 'all/readme.txt')
  await runOperator({ data_dir: folder, database_url: database.connection }, [
    'advisories',
    'import',
    join(folder, 'all'),
  ])
  const { advisories, unchecked } = await find('a', 'b', 'c', 'd', 'e')
  expect(advisories.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((n) => `GHSA-aaaa-0000-000${n}`))
  expect(unchecked).toBeNull()
})

test('newer replace older ones, older do not come back, and withdrawn ones do not count', async () => {
  await bring(JSON.stringify(at('2026-02-01T00:00:00Z', { summary: 'second' })))
  await bring(JSON.stringify(at('2026-01-01T00:00:00Z', { summary: 'first' })))
  expect((await find('a')).advisories).toMatchObject([{ title: 'second' }])
  const moved = osv('GHSA-aaaa-0000-0001', 'b', RANGE, { modified: '2026-03-01T00:00:00Z' })
  await bring(JSON.stringify(moved))
  expect((await find('a', 'b')).advisories).toMatchObject([{ package_name: 'b' }])
  await bring(JSON.stringify(at('2026-02-01T00:00:00Z')))
  expect((await find('a', 'b')).advisories).toMatchObject([{ package_name: 'b' }])
  await bring(
    JSON.stringify({ ...moved, modified: '2026-04-01T00:00:00Z', withdrawn: '2026-04-01T00:00:00Z' }),
  )
  expect((await find('a', 'b')).advisories).toEqual([])
})

test('a newer record that is not about a package any more takes away what was known, an older one does not', async () => {
  await bring(JSON.stringify(at('2026-02-01T00:00:00Z')))
  const elsewhere = (modified: string) =>
    at(modified, { affected: [{ package: { ecosystem: 'PyPI', name: 'a' }, versions: ['0.1.0'] }] })
  await bring(JSON.stringify(elsewhere('2026-01-01T00:00:00Z')))
  expect((await find('a')).advisories).toHaveLength(1)
  await bring(JSON.stringify([elsewhere('2026-03-01T00:00:00Z'), osv('GHSA-aaaa-0000-0002', 'b', RANGE)]))
  expect((await find('a', 'b')).advisories).toMatchObject([{ package_name: 'b' }])
})

test('of many records all are stored and counted, and all are found again', async () => {
  const names = Array.from({ length: 1_201 }, (_, n) => `p${String(n).padStart(4, '0')}`)
  const records = names.map((name, n) => osv(`GHSA-aaaa-0000-${String(n).padStart(4, '0')}`, name, RANGE))
  const { output } = await bring(`${records.map((one) => JSON.stringify(one)).join('\n')}\n`, 'osv.jsonl')
  expect(output).toBe('records   1201\nadded     1201\nunusable  0\n')
  const { advisories } = await find(...names)
  expect(advisories.map(({ package_name }) => package_name)).toEqual(names)
})

test('numbers and other names come back as they were', async () => {
  const more = {
    aliases: ['CVE-2026-1234', 'PYSEC-1-x'],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
  }
  await bring(JSON.stringify(at('2026-01-01T00:00:00Z', more)))
  expect((await find('a')).advisories).toEqual([
    {
      id: 'GHSA-aaaa-0000-0001',
      package_name: 'a',
      title: 'A fault in a',
      severity: 'high',
      vulnerable_range: '<1.0.0',
      cve_ids: ['CVE-2026-1234'],
      cvss_score: 7.5,
      cwe: ['CWE-1321'],
      references: ['https://advisories.example/GHSA-aaaa-0000-0001'],
    },
  ])
})

describe('several versions of an advisory in one file', () => {
  const fixedIn = (version: string) => ({
    affected: [
      {
        package: { ecosystem: 'npm', name: 'a' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: version }] }],
      },
    ],
  })
  const older = at('2026-01-01T00:00:00Z', fixedIn('1.0.0'))
  const newer = at('2026-02-01T00:00:00Z', fixedIn('2.0.0'))
  const moved = at('2026-03-01T00:00:00Z', { affected: [] })
  const others = Array.from({ length: 500 }, (_, n) =>
    osv(`GHSA-bbbb-0000-${String(n).padStart(4, '0')}`, 'b', RANGE),
  )

  test.each([
    ['the newest comes first', [newer, older], ['<2.0.0']],
    ['the newest comes last', [older, newer], ['<2.0.0']],
    ['other records stand between them', [newer, ...others, older], ['<2.0.0']],
    ['the newest names no package any more', [moved, ...others, older], []],
    ['the newest comes later and names no package any more', [newer, ...others, moved], []],
  ])('the newest counts where %s', async (_, records, ranges) => {
    await bring(JSON.stringify(records))
    const { advisories } = await find('a')
    expect(advisories.map(({ vulnerable_range }) => vulnerable_range)).toEqual(ranges)
  })
})
