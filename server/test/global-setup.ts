import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'
import { makeTemplate } from './template.ts'

/** One PostgreSQL for the whole run, with a template database that each test file clones. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-tests-'))
  const server = await startEmbedded({ dataDir, log: createLog('silent'), durable: 'off' })
  const { host, port, user, database } = server.connection
  process.env.TEST_DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  await makeTemplate(process.env.TEST_DATABASE_URL)
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}
