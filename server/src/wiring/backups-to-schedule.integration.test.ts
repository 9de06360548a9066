import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { collectedLog } from '../../test/collected-log.ts'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { bytesOf, logFrom, makeManifest, putBackup } from '../modules/backups/test/backup-scene.ts'
import { folderPlace } from '../platform/backup/folder-place.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createBackups } from './backups-to-schedule.ts'

const folder = useFolder()
const database = useStarted(migratedDatabase)
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.pool.query('delete from backups')
})

async function scene(name: string, keep: object) {
  const paths = ['data', 'programs', 'backups'].map((part) => join(folder, name, part))
  const [data_dir, programs, backups] = paths as [string, string, string]
  await mkdir(data_dir, { recursive: true })
  await mkdir(programs)
  // It stands for the real one, which may be of an older version than the database.
  const dump = join(programs, 'pg_dump')
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) 99.0'; exit; fi
while [ "$1" != --file ]; do shift; done
echo dumped > "$2"
`
  await writeFile(dump, script)
  await chmod(dump, 0o755)
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`)
  const log = collectedLog()
  const settings = {
    data_dir,
    secret_key: 'a key that only tests use',
    backups: { place: { folder: backups }, keep, passphrase: null, logSeconds: 0 },
  }
  const { db, pool, connection } = database
  const clock = { now: () => new Date('2026-11-19T12:00:00Z') }
  const metrics = createMetrics()
  const made = createBackups({
    ...{ db, pool, connection, clock, log, metrics },
    settings: settings as never, // the rest of the settings is about other parts
  })
  const take = async () => {
    await made.backups.take(new AbortController().signal)
    await made.backups.stop()
  }
  const verify = () => made.backups.verify(new AbortController().signal)
  return { place: folderPlace(backups), backups, data_dir, log, metrics, take, verify }
}
const TAKEN = expect.stringMatching(/^2026-11-19T12-00-00Z-/)

test('a backup that was taken is no failure where old ones cannot be removed', async () => {
  const { place, log, metrics, take } = await scene('damaged', { count: 7 })
  const kept = '2126-01-01T00-00-00Z-aaaaaa'
  await putBackup(place, kept, '{"format": ')
  await take()
  const { rows } = await database.pool.query('select status, error from backups')
  expect(rows).toEqual([{ status: 'completed', error: null }])
  expect(await place.list()).toEqual([TAKEN, kept])
  const counted = await metrics.registry.getSingleMetricAsString('atrium_backups_total')
  expect(counted).toContain('{outcome="completed"} 1')
  expect(counted).not.toContain('failed')
  expect(log.text()).toContain('old backups or their log could not be removed')
})

test('the log of backups that go is removed, unless another one needs it or it is still written', async () => {
  const { place, backups, data_dir, take } = await scene('lines', { count: 1 })
  const current = 'line-00000000000000aa'
  await writeFile(join(data_dir, 'backup-line'), `${current}\n`)
  const first_file = '000000010000000000000001'
  const state = { first_file, last_file: first_file, file_bytes: 16 * 1024 * 1024 }
  for (const line of ['line-over', 'line-needed', current]) {
    await place.log.write(line, first_file, bytesOf(line))
    await place.log.write(line, 'state.json', bytesOf({ ...state, archived_until: '', encryption: null }))
  }
  const idOf = (day: string) => `2026-11-${day}T02-41-00Z-aaaaaa`
  for (const [day, line] of Object.entries({
    '10': 'line-needed', // verified, so it stays
    '11': 'line-over',
    '12': 'line-needed',
    '13': current,
  }))
    await putBackup(place, idOf(day), makeManifest(idOf(day), { log: logFrom(first_file, line) }))
  await database.pool.query(
    `insert into backups (id, kind, status, started_at, completed_at, verification)
     values ($1, 'copy', 'completed', now(), now(), 'passed')`,
    [idOf('10')],
  )
  await take()
  expect(await place.list()).toEqual([idOf('10'), TAKEN])
  const left = (line: string) => readdir(join(backups, 'wal', line))
  expect(await left('line-over')).toEqual([])
  for (const line of ['line-needed', current])
    expect((await left(line)).sort()).toEqual([first_file, 'state.json'])
})

test('the newest backup is verified once, and a damaged one is reported', { tags: 'slow' }, async () => {
  const { place, backups, data_dir, log, take, verify } = await scene('verified', { count: 7 })
  await verify()
  await take()
  const [id = ''] = await place.list()
  await verify()
  const stored = async () => (await database.pool.query('select verification from backups')).rows
  expect(await stored()).toEqual([{ verification: 'passed' }])
  expect(await readdir(data_dir)).not.toContain('backup-verify')
  const first = await readFile(join(backups, id, 'verification.json'), 'utf8')
  await verify()
  expect(await readFile(join(backups, id, 'verification.json'), 'utf8')).toBe(first)

  await database.pool.query('update backups set verified_at = null, verification = null')
  await writeFile(join(backups, id, 'data-00001'), 'damaged')
  await verify()
  expect(await stored()).toEqual([{ verification: 'failed' }])
  expect(log.text()).toContain('the verification of a backup failed')
})
