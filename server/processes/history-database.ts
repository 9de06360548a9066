/** A PostgreSQL for the nodes of a history, and the settings by which they use it. */
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'

export async function startHistoryDatabase(dataDir: string) {
  const postgres = await startEmbedded({ dataDir, log: createLog('silent'), durable: 'off' })
  const { host, port, user, database } = postgres.connection
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const settings = {
    ...{ DATABASE_URL: url, SECRET_KEY: 'a key that only tests use' },
    ...{ RATE_LIMITS: 'off', QUOTAS: 'off' },
  }
  return { url, settings, stop: () => postgres.stop() }
}
