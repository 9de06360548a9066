/** What the page of the installation shows is looked up in the parts whose it is. */
import { statfs } from 'node:fs/promises'
import { backupStore } from '../modules/backups/index.ts'
import type { InstallationFacts } from '../modules/installation/index.ts'
import { createCache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Connection } from '../platform/database/postmaster.ts'
import { readServerState } from '../platform/database/server-state.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { createSingleFlight } from '../platform/single-flight.ts'
import type { Config } from '../settings/config.ts'
import { overdueSince } from './attention-to-backups.ts'

const REMEMBERED_MS = 10_000
const FACTS = 'facts'

export function createInstallationFacts(options: {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'counts'>
  connection: string | Connection
  settings: Config
  version: string
  baseUrl(): string
}): { installationFacts(): Promise<InstallationFacts> } {
  const { db, clock, jobs, connection, settings, version, baseUrl } = options
  const known = createCache<InstallationFacts>({ ms: REMEMBERED_MS, most: 1 })
  const share = createSingleFlight<InstallationFacts>()

  async function look(): Promise<InstallationFacts> {
    const now = clock.now()
    const [database, counts, age, verified, free_share] = await Promise.all([
      readServerState(db),
      jobs.counts(),
      backupStore(db).age(),
      backupStore(db).lastVerification(),
      freeShare(settings.data_dir),
    ])
    const { place, cron } = settings.backups
    const from = age.completed_at ?? age.first_started_at
    return {
      version,
      is_embedded: typeof connection !== 'string',
      database,
      jobs: counts,
      backups: {
        is_on: place !== null,
        completed_at: age.completed_at,
        overdue_since: place && from && overdueSince(cron, from),
        ...verified,
      },
      free_share,
      sends_mail: settings.mail !== 'outbox',
      is_plain_http: isPlainHttp(baseUrl()),
      checked_at: now,
    }
  }

  return {
    installationFacts: async () => known.get(FACTS) ?? share(FACTS, () => known.load(FACTS, look)),
  }
}

/** Null where the folder is not there, or the system does not say. */
async function freeShare(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found && found.blocks > 0 ? found.bavail / found.blocks : null
}

function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
