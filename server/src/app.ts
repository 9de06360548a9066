/** Puts everything together; the only file that knows every part. */
import { fileURLToPath } from 'node:url'
import { API_VERSION, allOperations } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import { appsInFolder, folders } from './modules/folders/index.ts'
import type { Collection } from './platform/archive/collection.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { createNotifications } from './platform/database/listen.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { createEvents, type Events } from './platform/events.ts'
import type { AnswerNote } from './platform/http/answer-check.ts'
import { openApi } from './platform/http/openapi.ts'
import { addPages } from './platform/http/pages.ts'
import { createRateLimits } from './platform/http/rate-limit.ts'
import { addRoutes, closeHttpServer, createHttpServer, refuseWhile } from './platform/http/server.ts'
import { addSystemRoutes } from './platform/http/system.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Module } from './platform/module.ts'
import { createCursors } from './platform/paging.ts'
import { createSecrets } from './platform/secrets.ts'
import type { Tracing } from './platform/tracing.ts'
import { createAccess } from './tenancy/access/access.ts'
import { CREDENTIALS_CHANNEL, createAuthenticator } from './tenancy/access/authenticate.ts'
import { createAudit } from './tenancy/audit/record.ts'
import type { TenancyDeps } from './tenancy/ground.ts'
import { tenancy } from './tenancy/index.ts'

export interface Atrium {
  server: FastifyInstance
  db: Db
  jobs: Jobs
  events: Events
  /** Where it answers, for example http://127.0.0.1:8787. */
  address: string
  stop(): Promise<void>
}

/** What a start may add, and what tests replace. */
export interface Overrides {
  /** Runs when the tables are there and nothing is served yet. */
  beforeReady?: (db: Db) => Promise<void>
  /** The embedded database is gone for good. */
  onFatal?: (error: Error) => void
  tracing?: Tracing | null
  clock?: Clock
  log?: Log
  strictAnswers?: boolean
  recordEvents?: boolean
  maxConnections?: number
  onAnswer?: AnswerNote
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** Every part of the product, in the order of the API. */
export const parts: readonly Module<TenancyDeps>[] = [tenancy, folders]
export const collections: readonly Collection[] = parts.flatMap((part) => part.archive ?? [])

/** Starts an Atrium: database, API, background work. The one way to start, for main and for tests. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<Atrium> {
  const { clock = systemClock, log = createLog(config.log_level), maxConnections = 16 } = overrides
  const { connection, stop: stopPostgres } = await providePostgres(config, log, overrides.onFatal)
  const database = openDatabase({ connection, maxConnections, log })
  const notifications = createNotifications({ connection, log })
  const { db, pool } = database
  const metrics = createMetrics()
  const jobs = createJobs({ pool, db, log, clock, onDone: metrics.job })
  metrics.watch('atrium_jobs', 'Stored jobs', ['job', 'state'], () => jobReadings(jobs))
  const deps = createDeps(config, {
    db,
    pool,
    jobs,
    clock,
    log,
    isRecording: overrides.recordEvents === true,
  })
  for (const part of parts) registerWork(jobs, part, deps)

  const server = await createHttpServer({
    log,
    trustProxy: config.trust_proxy,
    strictAnswers: overrides.strictAnswers === true,
    onAnswer: overrides.onAnswer ?? null,
  })
  overrides.tracing?.trace(server)
  let isReady = false
  const notReadyBecause = async () => (isReady ? whyDatabaseIsSilent(pool) : 'starting')
  addSystemRoutes(server, { notReadyBecause, metrics, metricsToken: config.metrics_token })
  if (config.role !== 'worker') {
    refuseWhile(server, () => !isReady, 'starting')
    const handlers = parts.flatMap((part) => part.handlers)
    addRoutes(server, requestPath(deps), handlers, deps)
    await addPages(server, { openApi: openApi(allOperations, API_VERSION), consoleFolder: CONSOLE })
  }

  const stop = async () => {
    await closeHttpServer(server)
    await jobs.stop()
    await notifications.close()
    await database.close()
    await stopPostgres()
  }
  try {
    const address = await server.listen({ host: config.host, port: config.port })
    await migrate({ pool, folder: MIGRATIONS, log })
    notifications.on(CREDENTIALS_CHANNEL, deps.authenticator.forget)
    notifications.onReconnect(deps.authenticator.forget)
    await jobs.start({ work: config.role !== 'api' })
    await overrides.beforeReady?.(db)
    isReady = true
    return { server, db, jobs, events: deps.events, address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Yours, or one that we run in DATA_DIR and stop again. */
async function providePostgres(config: Config, log: Log, onFatal: Overrides['onFatal']) {
  if (config.database_url !== null) return { connection: config.database_url, stop: async () => {} }
  const embedded = await startEmbedded({ dataDir: config.data_dir, log })
  if (onFatal) embedded.onFailure(onFatal)
  return embedded
}

interface Base {
  db: Db
  pool: Pool
  jobs: Jobs
  clock: Clock
  log: Log
  isRecording: boolean
}

function createDeps(config: Config, { db, pool, jobs, clock, log, isRecording }: Base): TenancyDeps {
  const secrets = createSecrets(config.secret_key)
  const access = createAccess(db)
  const listeners = parts.flatMap((part) => part.listeners ?? [])
  const isSecure = config.base_url?.startsWith('https:') === true
  return {
    db,
    clock,
    log,
    secrets,
    cursors: createCursors(secrets),
    // One process counts in memory; nodes that share a database count there.
    rateLimits: createRateLimits({ limits: config.rate_limits, pool: config.database_url ? pool : null }),
    jobs,
    events: createEvents({ jobs, listeners, record: isRecording }),
    access,
    audit: createAudit(clock),
    authenticator: createAuthenticator({ db, clock, log }),
    session: { cookieName: isSecure ? '__Host-atrium' : 'atrium', isSecure },
    staffEmailDomains: config.staff_email_domains,
    appsInFolder: (caller, folderId) => appsInFolder({ db, access }, caller, folderId),
  }
}

function requestPath({ authenticator, rateLimits, session }: TenancyDeps) {
  return { authenticate: authenticator.authenticate, rateLimits, cookieName: session.cookieName }
}

function registerWork(jobs: Jobs, part: Module<TenancyDeps>, deps: TenancyDeps): void {
  for (const job of part.jobs ?? []) jobs.register(job, deps)
  for (const schedule of part.schedules ?? []) jobs.schedule(schedule, deps)
  for (const listener of part.listeners ?? []) jobs.register(listener.job, deps)
}

async function jobReadings(jobs: Jobs) {
  return (await jobs.counts()).flatMap(({ name, waiting, active, failed }) =>
    Object.entries({ waiting, active, failed }).map(([state, value]) => ({
      labels: { job: name, state },
      value,
    })),
  )
}

async function whyDatabaseIsSilent(pool: Pool): Promise<string | null> {
  try {
    await pool.query('select 1')
    return null
  } catch {
    return 'the database does not answer'
  }
}
