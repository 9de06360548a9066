import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { isAlive } from './living-process.ts'
import type { Connection } from './postmaster.ts'

const BUSY =
  "select count(*)::int4 as busy from pg_stat_activity where query ~ 'generate_series' and pid <> pg_backend_pid()"
const isRoot = process.getuid?.() === 0
let root: string
let dataDir: string
const running = new Set<EmbeddedPostgres>()
const children = new Set<ChildProcess>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-embedded-'))
  dataDir = join(root, 'data')
})

afterEach(async () => {
  for (const server of running) await server.stop()
  for (const child of children) await stopChild(child)
  running.clear()
  children.clear()
})

afterAll(() => rm(root, { recursive: true }))

describe('a PostgreSQL of our own', () => {
  test('is made on the first start, keeps its data, and listens to this account only', async () => {
    const first = await start(dataDir)
    await query(first.connection, 'create table note (text text)')
    await query(first.connection, "insert into note values ('first run')")
    expect(await query(first.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await query(first.connection, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)

    const second = await start(dataDir)
    expect(await query(second.connection, 'select text from note')).toEqual([{ text: 'first run' }])
  })

  test('comes back with its committed data when it is killed during work', async () => {
    const server = await start(dataDir)
    await query(server.connection, "insert into note values ('before the kill')")
    const busy = query(server.connection, 'select count(*) from generate_series(1, 1000000000)')
    const endOfBusy = busy.catch((error: Error) => error.message)
    await expect.poll(() => query(server.connection, BUSY)).toEqual([{ busy: 1 }])

    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid !== killed).toBe(true)
    expect(await endOfBusy).toContain('Connection terminated')
    expect(await texts(server)).toContain('before the kill')
  })

  test('is taken over, with its committed data, from an Atrium that was killed', async () => {
    const { child, connection, pid } = await holdInChild(dataDir)
    await query(connection, "insert into note values ('of the killed one')")
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(pid)).toBe(true)

    const server = await start(dataDir)
    expect(isAlive(pid)).toBe(false)
    expect(await texts(server)).toContain('of the killed one')
  })

  test('serves one Atrium at a time: a second one is refused and learns who has it', async () => {
    const { child, connection } = await holdInChild(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `Another Atrium (process ${child.pid}) is using the data folder`,
    )
    expect(await query(connection, 'select 1 as is_up')).toEqual([{ is_up: 1 }])
  })

  test('is not confused by an unrelated process that has the id of its predecessor', async () => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
    const server = await start(dataDir)
    expect(await texts(server)).toContain('first run')
  })

  test('starts afresh where making the database was interrupted', async () => {
    const folder = join(root, 'interrupted')
    const halfMade = join(folder, 'postgres.new-0123')
    await mkdir(halfMade, { recursive: true })
    await writeFile(join(halfMade, 'PG_VERSION'), '18\n')
    const server = await start(folder, 'off')
    expect(await query(server.connection, 'select 1 as is_up')).toEqual([{ is_up: 1 }])
    expect(await readdir(folder)).not.toContain('postgres.new-0123')
  })

  test('finds a shorter place for its socket when the path of the data folder is long', async () => {
    const folder = join(root, 'a-rather-long-name-'.repeat(6))
    const server = await start(folder, 'off')
    expect(server.connection.host).not.toContain(folder)
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    expect(await query(server.connection, 'select 1 as is_up')).toEqual([{ is_up: 1 }])
    await server.stop()
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT')
  })

  test('says what to do when the data folder is no folder', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    await expect(start(file)).rejects.toThrow(/The data folder .*file cannot be used \(EEXIST\).*DATA_DIR/)
  })

  test.skipIf(isRoot)('says what to do when the data folder is not writable', async () => {
    const folder = join(root, 'read-only')
    await mkdir(folder)
    await chmod(folder, 0o500)
    await expect(start(folder)).rejects.toThrow(
      /The data folder .*read-only cannot be used \(EACCES\).*DATA_DIR/,
    )
  })
})

async function start(folder: string, durable: 'on' | 'off' = 'on'): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir: folder, log: createLog('silent'), durable })
  running.add(server)
  return server
}

async function holdInChild(folder: string) {
  const script = fileURLToPath(new URL('./test/hold-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { connection, pid }: { connection: Connection; pid: number } = JSON.parse(line)
    return { child, connection, pid }
  }
  throw new Error('the child ended before its server was up')
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function texts({ connection }: EmbeddedPostgres): Promise<string[]> {
  return (await query(connection, 'select text from note')).map(({ text }) => text)
}

async function query(connection: Connection, text: string) {
  const client = new pg.Client({ ...connection })
  client.on('error', () => {}) // the statement under way tells of it too
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
