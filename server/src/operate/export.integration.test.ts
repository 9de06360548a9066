import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { GROUND, groundApp } from '../../test/use-archive.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { hashPassword } from '../platform/passwords/passwords.ts'
import { localStorage } from '../ports/file-storage/local.ts'
import { runOperator } from './test/run-operator.ts'

const KEY = 'k'.repeat(32)
const company = { format: 'atrium-archive', version: 1, ...GROUND, apps: [groundApp('app_1')] }
const database = useStarted(migratedDatabase)
const folder = useFolder()
const run = (argv: readonly string[], input = '', data_dir = folder) =>
  runOperator({ data_dir, database_url: database.connection }, argv, input)

test('with passwords and files an installation moves, and reports say what stays', async () => {
  expect(await run(['import', '-'], JSON.stringify(company))).toMatchObject({ code: 0 })
  const hash = await hashPassword('correct horse battery staple')
  await database.pool.query('update users set password_hash = $1 where id = $2', [hash, 'usr_a'])
  const storage = localStorage({ folder: join(folder, 'uploads') })
  await storage.put(`app_1/${KEY}`, Readable.from([Buffer.from('a plan')]), 'text/plain')
  await database.pool.query(
    `insert into files (id, app_id, key, visibility, status, name, content_type, size, created_date)
     values ('file_1', 'app_1', $1, 'private', 'stored', 'plan.txt', 'text/plain', 6, now())`,
    [KEY],
  )
  expect(await run(['token', 'create', '--email', 'a@example.com'])).toMatchObject({ code: 0 })

  const [file, report] = [join(folder, 'moved.jsonl'), join(folder, 'report.json')]
  const reported = async () => JSON.parse(await readFile(report, 'utf8'))
  const whole = ['export', file, '--with-files', '--with-passwords', '--report', report]
  expect((await run(whole)).code).toBe(2) // the bytes of files need --lines
  expect(await run([...whole, '--lines'])).toMatchObject({ code: 0, output: '' })
  const { written, left_out } = await reported()
  expect(written).toMatchObject({ users: 2, members: 2, apps: 1, files: 1, file_chunks: 1 })
  const names = left_out.map(({ name }: { name: string }) => name)
  expect(names).toContain('credentials')
  for (const name of ['files', 'users.password_hash']) expect(names).not.toContain(name)
  for (const path of [file, report]) expect((await stat(path)).mode & 0o777).toBe(0o600)

  await database.pool.query('truncate users, workspaces, files, file_totals cascade')
  const elsewhere = join(folder, 'elsewhere')
  expect((await run(['import', file, '--report', report], '', elsewhere)).code).toBe(0)
  const back = await reported()
  expect(back.added).toMatchObject({ users: 2, apps: 1, files: 1 })
  expect(back.left_out).toEqual([expect.objectContaining({ name: 'users', count: 1 })]) // usr_b had no password
  const { rows } = await database.pool.query("select password_hash from users where id = 'usr_a'")
  expect(rows).toEqual([{ password_hash: hash }])
  const there = localStorage({ folder: join(elsewhere, 'uploads') })
  expect(Buffer.concat(await Array.fromAsync(there.read(`app_1/${KEY}`))).toString()).toBe('a plan')
})
