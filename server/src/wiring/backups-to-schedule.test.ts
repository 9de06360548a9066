import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { putBackup } from '../../test/backup-scene.ts'
import { collectedLog } from '../../test/collected-log.ts'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { folderPlace } from '../platform/backup/folder-place.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createBackups } from './backups-to-schedule.ts'

const folder = useFolder()
const database = useStarted(migratedDatabase)
afterEach(() => void vi.unstubAllEnvs())

test('a backup that was taken is no failure where old ones cannot be removed', async () => {
  const [data_dir, programs, backups] = ['data', 'programs', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(data_dir)
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
  const place = folderPlace(backups)
  const kept = '2126-01-01T00-00-00Z-aaaaaa'
  await putBackup(place, kept, '{"format": ')

  const log = collectedLog()
  const settings = {
    data_dir,
    secret_key: 'a key that only tests use',
    backups: { place: { folder: backups }, keep: { count: 7 }, passphrase: null, logSeconds: 0 },
  }
  const { db, pool, connection } = database
  const clock = { now: () => new Date('2026-11-19T12:00:00Z') }
  const metrics = createMetrics()
  const made = createBackups({
    ...{ db, pool, connection, clock, log, metrics },
    settings: settings as never, // the rest of the settings is about other parts
  })
  await made.backups.take(new AbortController().signal)
  await made.backups.stop()
  expect((await pool.query('select status, error from backups')).rows).toEqual([
    { status: 'completed', error: null },
  ])
  expect(await place.list()).toEqual([expect.stringMatching(/^2026-11-19T12-00-00Z-/), kept])
  const counted = await metrics.registry.getSingleMetricAsString('atrium_backups_total')
  expect(counted).toContain('{outcome="completed"} 1')
  expect(counted).not.toContain('failed')
  expect(log.text()).toContain('old backups or their log could not be removed')
})
