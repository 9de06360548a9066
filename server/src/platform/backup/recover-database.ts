/** Starts the database of an unpacked backup once, so that PostgreSQL repairs it. */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../database/embedded.ts'
import type { Log } from '../log.ts'

/** Up to the moment of the backup, or to the time; its log must lie in place already. */
export async function recoverDatabase<T>(
  options: { dataDir: string; log: Log; until: Date | null; durable?: 'on' | 'off' },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { dataDir, log, until, durable = 'on' } = options
  const cluster = join(dataDir, 'postgres')
  const settings = join(cluster, 'postgresql.auto.conf')
  const before = await readFile(settings, 'utf8').catch(() => '')
  if (until !== null) {
    await appendFile(settings, recoverySettings(until))
    await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  }
  const embedded = await startEmbedded({ dataDir, log, durable })
  try {
    const client = new pg.Client({ ...embedded.connection, statement_timeout: 0 })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
    if (until !== null) {
      await writeFile(settings, before, { mode: 0o600 })
      await rm(join(cluster, 'recovery.signal'), { force: true })
    }
  }
}

/** All of the log was put next to the database, so there is nothing to fetch; without a command it is not allowed. */
function recoverySettings(until: Date): string {
  return [
    '',
    `restore_command = 'exit 1'`,
    // As numbers: names of time zones, and Z is one, are not known yet when PostgreSQL reads this.
    `recovery_target_time = '${until.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
    `recovery_target_action = 'promote'`,
    `recovery_target_timeline = 'current'`,
    'hot_standby = off',
    '',
  ].join('\n')
}
