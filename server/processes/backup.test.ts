/** Backups of a real server that goes on working, brought back to other folders. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Client } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { operate } from '../src/operate.ts'
import type { Log } from '../src/platform/log.ts'
import { readConfig } from '../src/settings/config.ts'
import { clientOf } from './node-process.ts'
import { spawnTestNode, startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

/** Several starts of a server, one after the other: on busy cores each takes many seconds. */
const LONG = { timeout: 400_000 }
const SECRET_KEY = 'a key that only tests use'

async function run(argv: readonly string[], settings: Record<string, string>) {
  const stdout = new PassThrough()
  const output = text(stdout)
  const messages: string[] = []
  const note = (_fields: object, message: string) => messages.push(message)
  const log: Log = { debug: () => {}, info: () => {}, warn: note, error: note, child: () => log }
  const stdin = Readable.from([])
  const config = readConfig({ SECRET_KEY, ...settings })
  const code = await operate(argv, { config, log, stdout, stderr: stdout, stdin, format: 'table' })
  stdout.end()
  return { code, output: await output, messages }
}

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

  expect(await run(['backup', join(root, 'data')], settings)).toMatchObject({ code: 1 })
  const taken = await run(['backup'], settings)
  expect(taken).toMatchObject({ code: 0, output: expect.stringMatching(/^id +2.*encrypted +yes/s) })
  const id = /^id +(\S+)/.exec(taken.output)?.[1] ?? ''
  await write('second')
  const moment = new Date().toISOString()
  await write('third')
  const written = new Date().toISOString()
  const covers = async () => ((await client.backups.list()).items[0]?.point_in_time_to ?? '') > written
  await until('the log of the third to be copied', covers)
  expect((await client.backups.list()).items).toMatchObject([{ id, status: 'completed', verified_at: null }])

  const verified = await run(['backup', 'verify'], settings)
  expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/result +passed/) })
  expect((await client.backups.list()).items).toMatchObject([{ id, verification: 'passed' }])

  const onto = (name: string) => ({ ...settings, DATA_DIR: join(root, name) })
  const refused = async (argv: string[], changes: Record<string, string>, words: string) => {
    const { code, messages } = await run(argv, { ...onto('other'), ...changes })
    expect({ code, messages: messages.join(' ') }).toEqual({
      code: 1,
      messages: expect.stringContaining(words),
    })
    expect(await readdir(join(root, 'other')).catch(() => [])).toEqual([])
  }
  await refused(['restore'], { SECRET_KEY: 'another key than before' }, 'is not the key of this backup')
  await refused(['restore'], { BACKUP_KEY: 'another passphrase' }, 'BACKUP_KEY is not the one')
  await refused(['restore', '--until', '2020-01-01T00:00:00Z'], {}, 'That time cannot be restored')
  await refused(['restore', '--until', '2199-01-01T00:00:00Z'], {}, 'That time cannot be restored')
  const busy = await run(['restore'], settings)
  expect(busy).toMatchObject({ code: 1, messages: [expect.stringContaining('A server is running')] })

  expect(await run(['restore', '--until', moment], onto('then'))).toMatchObject({ code: 0, messages: [] })
  const file = join(root, 'then', 'uploads', 'app_1', 'file_1')
  expect(await readFile(file, 'utf8')).toBe('bytes of a file')
  const then = await startTestNode({ settings: { ...onto('then'), BACKUP_DIR: join(root, 'place-of-then') } })
  expect(await namesOf(clientOf(then, token))).toEqual(['first', 'second'])
  await then.stop()

  expect(await run(['restore', join(root, 'place', id)], onto('back'))).toMatchObject({ code: 0 })
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
  const second = await run(['backup', join(root, 'second')], settings)
  expect(second).toMatchObject({
    code: 1,
    messages: [expect.stringContaining('Another backup is being taken')],
  })
  await child.kill('SIGKILL')
  expect(await run(['backup', 'list'], settings)).toMatchObject({ code: 0, output: '' })

  const taken = await until('another one', async () => {
    const result = await run(['backup'], settings)
    return result.code === 0 && result
  })
  expect(taken.output).toMatch(/^id/)
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
  const again = await run(['restore', join(root, 'place')], restored)
  // Unless it was done already.
  if (again.code !== 0) expect(again.messages).toEqual([expect.stringContaining('is in use already')])
  expect((await inRestored()).filter((name) => name.startsWith('.restore-'))).toEqual([])
  const started = await startTestNode({ settings: restored })
  const same = clientOf(started, node.token ?? '')
  expect((await same.session.read()).email).toBe((await client.session.read()).email)
  expect((await same.backups.list()).items).toMatchObject(listed.map(({ id, status }) => ({ id, status })))
  await started.stop()
  await node.stop()
})
