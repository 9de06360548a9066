/** Backups of a real server that goes on working, brought back to other folders. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { clientOf } from './node-process.ts'
import { runCommand } from './run-command.ts'
import { spawnTestNode, startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

/** Several starts of a server, one after the other: on busy cores each takes many seconds. */
const LONG = { timeout: 400_000 }
const SECRET_KEY = 'a key that only tests use'

const namesOf = async (client: Client) => (await client.folders.tree()).folders.map(({ name }) => name).sort()

test('a backup of a running server, and any moment after it, can be restored', LONG, async () => {
  const root = await testDataDir()
  const settings = {
    SECRET_KEY,
    DATA_DIR: join(root, 'data'),
    BACKUP_DIR: join(root, 'place'),
    BACKUP_KEY: 'a passphrase for tests',
    BACKUP_LOG_SECONDS: '1',
    RATE_LIMITS: 'off',
  }
  const node = await startTestNode({ settings })
  const token = node.token ?? ''
  const client = clientOf(node, token)
  const write = (name: string) => client.folders.create({ name, scope: 'workspace' })
  await write('first')
  await mkdir(join(settings.DATA_DIR, 'uploads', 'app_1'), { recursive: true })
  await writeFile(join(settings.DATA_DIR, 'uploads', 'app_1', 'file_1'), 'bytes of a file')
  await until(
    'the log to be copied',
    async () => (await readdir(join(root, 'place', 'wal')).catch(() => []))[0],
  )

  expect(await runCommand(settings, 'backup', join(root, 'data'))).toMatchObject({ code: 1 })
  const taken = await runCommand(settings, 'backup')
  expect(taken).toMatchObject({ code: 0 })
  const { id, encrypted } = taken.result()
  expect(encrypted).toBe('yes')
  await write('second')
  const moment = new Date().toISOString()
  await write('third')
  const written = new Date().toISOString()
  const covers = async () => ((await client.backups.list()).items[0]?.point_in_time_to ?? '') > written
  await until('the log of the third to be copied', covers)
  expect((await client.backups.list()).items).toMatchObject([{ id, status: 'completed', verified_at: null }])

  const verified = await runCommand(settings, 'backup', 'verify')
  expect(verified.result()).toMatchObject({ id, result: 'passed' })
  expect((await client.backups.list()).items).toMatchObject([{ id, verification: 'passed' }])

  const onto = (name: string) => ({ ...settings, DATA_DIR: join(root, name) })
  const refused = async (argv: string[], changes: Record<string, string>, words: string) => {
    const { code, stderr } = await runCommand({ ...onto('other'), ...changes }, ...argv)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
    expect(await readdir(join(root, 'other')).catch(() => [])).toEqual([])
  }
  await refused(['restore'], { SECRET_KEY: 'another key than before' }, 'is not the key of this backup')
  await refused(['restore'], { BACKUP_KEY: 'another passphrase' }, 'BACKUP_KEY is not the one')
  await refused(['restore', '--until', '2020-01-01T00:00:00Z'], {}, 'That time cannot be restored')
  await refused(['restore', '--until', '2199-01-01T00:00:00Z'], {}, 'That time cannot be restored')
  const busy = await runCommand(settings, 'restore')
  expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining('A server is running') })

  expect(await runCommand(onto('then'), 'restore', '--until', moment)).toMatchObject({ code: 0 })
  const file = join(root, 'then', 'uploads', 'app_1', 'file_1')
  expect(await readFile(file, 'utf8')).toBe('bytes of a file')
  const then = await startTestNode({ settings: { ...onto('then'), BACKUP_DIR: join(root, 'place-of-then') } })
  expect(await namesOf(clientOf(then, token))).toEqual(['first', 'second'])
  await then.stop()

  expect(await runCommand(onto('back'), 'restore', join(root, 'place', id))).toMatchObject({ code: 0 })
  const back = await startTestNode({ settings: { ...onto('back'), BACKUP_DIR: '' } })
  expect(await namesOf(clientOf(back, token))).toEqual(['first'])
  expect((await clientOf(back, token).backups.list()).items).toMatchObject([{ id, status: 'completed' }])
  await back.stop()

  // The server itself has gone on.
  await write('fourth')
  expect(await namesOf(client)).toEqual(['first', 'fourth', 'second', 'third'])
  await node.stop()
})

test('a backup that is killed is not one, and holds nothing back', LONG, async () => {
  const root = await testDataDir()
  const settings = { SECRET_KEY, DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'place') }
  const node = await startTestNode({ settings })
  const client = clientOf(node, node.token ?? '')
  const child = spawnTestNode({
    settings,
    nodeFlags: [new URL('./backup-taker.ts', import.meta.url).pathname],
  })
  await until('a draft', async () =>
    (await readdir(join(root, 'place')).catch(() => [])).find((n) => n.endsWith('.part')),
  )
  // Two at once.
  const second = await runCommand(settings, 'backup', join(root, 'second'))
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another backup is being taken'),
  })
  await child.kill('SIGKILL')
  expect((await runCommand(settings, 'backup', 'list')).result()).toEqual({ backups: [] })

  const taken = await until('another one', async () => {
    const result = await runCommand(settings, 'backup')
    return result.code === 0 && result
  })
  expect(taken.result().id).toMatch(/^2/)
  expect((await readdir(join(root, 'place'))).filter((name) => name.endsWith('.part'))).toEqual([])
  const listed = (await client.backups.list()).items
  expect(listed.map(({ status }) => status)).toEqual(['completed'])

  // A restore that is killed leaves nothing that a server would start on; the next one brings all of it.
  const restored = { ...settings, DATA_DIR: join(root, 'restored'), BACKUP_DIR: '' }
  const restoring = spawnTestNode({
    settings: { ...settings, DATA_DIR: restored.DATA_DIR },
    main: fileURLToPath(new URL('../../sdk/src/cli/main.ts', import.meta.url)),
    flags: ['restore'],
  })
  const inRestored = () => readdir(restored.DATA_DIR).catch(() => [])
  await until('a draft', async () => (await inRestored()).find((name) => name.startsWith('.restore-')))
  await restoring.kill('SIGKILL')
  const again = await runCommand(restored, 'restore', join(root, 'place'))
  // Unless it was done already.
  if (again.code !== 0) expect(again.stderr).toContain('is in use already')
  expect((await inRestored()).filter((name) => name.startsWith('.restore-'))).toEqual([])
  const started = await startTestNode({ settings: restored })
  const same = clientOf(started, node.token ?? '')
  expect((await same.session.read()).email).toBe((await client.session.read()).email)
  expect((await same.backups.list()).items).toMatchObject(listed.map(({ id, status }) => ({ id, status })))
  await started.stop()
  await node.stop()
})
