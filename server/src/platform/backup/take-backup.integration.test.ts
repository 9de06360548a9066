import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useStarted } from '../../../test/use-started.ts'
import { folderPlace } from './folder-place.ts'
import { openBackup, unpackBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const folder = useFolder()
const database = useStarted(migratedDatabase)
afterEach(() => void vi.unstubAllEnvs())

/** Folders of an installation whose database is dumped by a program that also runs this. */
async function makeScene(name: string, meanwhile: (uploads: string) => string) {
  const [dataDir, programs, backups] = ['data', 'programs', 'backups'].map((part) =>
    join(folder, name, part),
  ) as [string, string, string]
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
${meanwhile(uploads)}
`,
  )
  await chmod(dump, 0o755)
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`)
  const place = folderPlace(backups)
  const take = async () => {
    const manifest = await takeBackup({
      ...{ connection: database.connection, dataDir, place },
      ...{ passphrase: null, keyIds: ['k'], line: null, log: collectedLog() },
    })
    const contents = await readFile(join(backups, manifest.id, 'contents'), 'utf8')
    const lines = contents.split('\n').filter((line) => line !== '')
    return { manifest, files: lines.flatMap((line) => JSON.parse(line).file ?? []).sort() }
  }
  return { dataDir, place, take }
}

test('a file that is stored while the database is being dumped is in the backup', async () => {
  const { take } = await makeScene('late', (uploads) => `echo new > '${join(uploads, 'late')}'`)
  const { manifest, files } = await take()
  expect(files).toEqual(['database.dump', 'uploads/early', 'uploads/late'])
  expect(manifest.left_out).toBeUndefined()
})

test('a path that cannot be brought back is left out and named, and all else is in the backup', async () => {
  const { dataDir, place, take } = await makeScene('left-out', () => 'true')
  const refs = join(dataDir, 'repositories', 'rep_1.git', 'refs', 'heads')
  const deep = join(refs, 'a/'.repeat(800))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'b'), 'too deep')
  await writeFile(join(refs, 'main'), 'id')
  await writeFile(join(refs, 'back\\slash'), 'id')
  await writeFile(Buffer.concat([Buffer.from(`${refs}/latin-`), Buffer.from([0xe4])]), 'id')
  const { manifest, files } = await take()
  const main = 'repositories/rep_1.git/refs/heads/main'
  expect(files).toEqual(['database.dump', main, 'uploads/early'])
  expect(manifest.left_out?.count).toBe(3)
  expect(manifest.left_out?.paths.map(({ reason }) => reason).sort()).toEqual([
    'the name cannot be restored',
    'the name cannot be restored',
    'the path is too long',
  ])
  const target = join(folder, 'left-out', 'restored')
  await unpackBackup(place, await openBackup(place, manifest.id, null), target, (draft) =>
    rm(join(draft, 'database.dump')),
  )
  expect(await readFile(join(target, main), 'utf8')).toBe('id')
})
