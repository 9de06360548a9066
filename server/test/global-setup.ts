import { accessSync, chmodSync, constants, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'
import { makeTemplate } from './template.ts'

/** One PostgreSQL for the whole run, with a template database that each test file clones, and one folder for files. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const usual = process.env.TMPDIR
  const folder = await mkdtemp(join(placeForFiles(), 'atrium-tests-'))
  // PostgreSQL may run as somebody else, who must get through.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  const dataDir = join(folder, 'postgres')
  const server = await startEmbedded({ dataDir, log: createLog('silent'), durable: 'off' })
  const { host, port, user, database } = server.connection
  process.env.TEST_DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  await makeTemplate(process.env.TEST_DATABASE_URL)
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    await rm(folder, { recursive: true, force: true })
  }
}

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** In memory where the machine offers enough of it: each clone of the database is a thousand files, gone again soon. */
function placeForFiles(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ENOUGH) return MEMORY
  } catch {
    // Not there, or not for us.
  }
  return tmpdir()
}
