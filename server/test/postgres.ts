import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'

export interface TestPostgres {
  /** The address of an empty database of its own. */
  connection: string
  stop(): Promise<void>
}

/** An empty database: on the server of TEST_DATABASE_URL if that is set, else on a server started for it. */
export async function testPostgres(): Promise<TestPostgres> {
  const shared = process.env.TEST_DATABASE_URL
  return shared ? onSharedServer(shared) : onOwnServer()
}

async function onOwnServer(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const server = await startEmbedded({ dataDir, log: createLog('silent'), durable: 'off' })
  const { host, port, user, database } = server.connection
  return {
    connection: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function onSharedServer(address: string): Promise<TestPostgres> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(address, `create database ${database}`)
  const connection = new URL(address)
  connection.pathname = `/${database}`
  return {
    connection: connection.href,
    stop: () => onServer(address, `drop database ${database} with (force)`),
  }
}

/** One statement on a server, over a connection of its own. */
export async function onServer(address: string, statement: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
