import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useStarted } from '../../../test/use-started.ts'
import { folderPlace } from './folder-place.ts'
import { takeBackup } from './take-backup.ts'

const folder = useFolder()
const database = useStarted(migratedDatabase)
afterEach(() => void vi.unstubAllEnvs())

test('a file that is stored while the database is being dumped is in the backup', async () => {
  const [dataDir, programs, backups] = ['data', 'programs', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  await mkdir(programs)
  await writeFile(join(uploads, 'early'), 'was there')
  // It stands for the real one, which takes longer: somebody uploads a file meanwhile.
  const dump = join(programs, 'pg_dump')
  await writeFile(
    dump,
    `#!/bin/sh
if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) 99.0'; exit; fi
while [ "$1" != --file ]; do shift; done
echo dumped > "$2"
echo new > '${join(uploads, 'late')}'
`,
  )
  await chmod(dump, 0o755)
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`)
  const { id } = await takeBackup({
    ...{ connection: database.connection, dataDir, place: folderPlace(backups) },
    ...{ passphrase: null, keyIds: [], line: null, log: collectedLog() },
  })
  const contents = await readFile(join(backups, id, 'contents'), 'utf8')
  const files = contents.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line).file ?? [])))
  expect(files.sort()).toEqual(['database.dump', 'uploads/early', 'uploads/late'])
})
