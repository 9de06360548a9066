/** Starts the parts together. The list of all parts is here; what they use is made in `deps.ts`. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@atrium/contract'
import { areas } from '@atrium/contract/areas'
import type { FastifyInstance } from 'fastify'
import { createDeps, createSourceStorage, type Deps } from './deps.ts'
import { ads, type PlatformArchive } from './modules/ads/index.ts'
import { agents } from './modules/agents/index.ts'
import { analytics } from './modules/analytics/index.ts'
import { appLogs } from './modules/app-logs/index.ts'
import { attention } from './modules/attention/index.ts'
import { backups, runScheduledBackup, verifyScheduledBackup } from './modules/backups/index.ts'
import { browserTests } from './modules/browser-tests/index.ts'
import { coding } from './modules/coding/index.ts'
import { connectors } from './modules/connectors/index.ts'
import { entities } from './modules/entities/index.ts'
import { folders } from './modules/folders/index.ts'
import { functions } from './modules/functions/index.ts'
import { hosting } from './modules/hosting/index.ts'
import { installation } from './modules/installation/index.ts'
import { type FileArchiveOutside, integrations } from './modules/integrations/index.ts'
import { overview } from './modules/overview/index.ts'
import { type Scanner, scans } from './modules/scans/index.ts'
import { search } from './modules/search/index.ts'
import { source } from './modules/source/index.ts'
import { usage } from './modules/usage/index.ts'
import { webhooks } from './modules/webhooks/index.ts'
import { workflows } from './modules/workflows/index.ts'
import type { Collection } from './platform/archive/collection.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { openHeavyConnections } from './platform/database/heavy-connections.ts'
import { createNotifications } from './platform/database/listen.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { whySilent } from './platform/database/why-silent.ts'
import type { Events } from './platform/events.ts'
import type { AnswerNote } from './platform/http/answer-check.ts'
import type { OwnCalls } from './platform/http/own-calls.ts'
import { isRequestTo, setOwnOrigin } from './platform/http/own-origin.ts'
import { addPages } from './platform/http/pages.ts'
import {
  addRoutes,
  closeHttpServer,
  createHttpServer,
  refuseWhile,
  serveOnlyOwnCalls,
} from './platform/http/server.ts'
import { addSystemRoutes } from './platform/http/system.ts'
import { idempotency } from './platform/idempotency/index.ts'
import { countJobs } from './platform/jobs/count-jobs.ts'
import { every } from './platform/jobs/job.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Module } from './platform/module.ts'
import { requireRightKey, storeKeyCheck } from './platform/sealing/key-check.ts'
import { reseal } from './platform/sealing/reseal.ts'
import type { SealedColumn } from './platform/sealing/sealed-texts.ts'
import type { Tracing } from './platform/tracing.ts'
import type { Browsers } from './ports/browser/port.ts'
import type { DomainProofs } from './ports/domain-proofs/port.ts'
import type { SourceStorage } from './ports/source-storage/port.ts'
import { requestPath } from './request-path.ts'
import type { Config } from './settings/config.ts'
import { APP_ACCESS_CHANNEL } from './tenancy/access/access-cache.ts'
import { CREDENTIALS_CHANNEL } from './tenancy/access/authenticate.ts'
import { createAuthorizeConnection } from './tenancy/authorize-connection.ts'
import { tenancy } from './tenancy/index.ts'
import { VERSION } from './version.ts'
import { adSandboxArchive } from './wiring/ad-platform-to-locations.ts'
import { type ArchiveConfig, filesToArchive } from './wiring/files-to-archive.ts'
import type { MakeFunctionRuntime } from './wiring/functions-to-runtime.ts'

export interface Atrium {
  server: FastifyInstance
  db: Db
  jobs: Jobs
  events: Events
  ownCalls: OwnCalls
  /** Where it answers, for example http://127.0.0.1:8787. */
  address: string
  stop(): Promise<void>
}

/** What a start may add, and what tests replace. */
export interface Overrides {
  /** Runs when the tables are there and nothing is served yet. */
  beforeReady?: (db: Db, deps: Deps) => Promise<void>
  /** The embedded database is gone for good. */
  onFatal?: (error: Error) => void
  tracing?: Tracing | null
  clock?: Clock
  log?: Log
  strictAnswers?: boolean
  recordEvents?: boolean
  maxConnections?: number
  longestQueryMs?: number
  largestQueryBytes?: number
  onAnswer?: AnswerNote
  functionRuntime?: MakeFunctionRuntime
  /** How often due runs of workflows are looked for. */
  lookEveryMs?: number
  domainProofs?: DomainProofs
  scanner?: Scanner
  browsers?: Browsers
  git?: Partial<Deps['git']>
  /** Of the built console. */
  consoleFolder?: string
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Of those whose cost the caller chooses; all others end after 30 s. */
const LONGEST_QUERY_MS = 10_000
/** Twice the records of a list, which come with what they are sorted by, and a little. */
const LARGEST_QUERY_BYTES = 72 * 2 ** 20
const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url))
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
/** Made from the contract when it changes: to make it here would keep everybody waiting. */
const OPEN_API = new URL('../../openapi.json', import.meta.url)

/** Every part of the product, in the order of the API. */
export const parts: readonly Module<Deps, Outside>[] = [
  tenancy,
  idempotency,
  folders,
  entities,
  agents,
  webhooks,
  integrations,
  appLogs,
  analytics,
  source,
  functions,
  hosting,
  workflows,
  scans,
  browserTests,
  coding,
  connectors,
  ads,
  backups,
  installation,
  overview,
  usage,
  attention,
  search,
]
export const sealed: readonly SealedColumn[] = parts.flatMap((part) => part.sealed ?? [])

/** Everything that archives can hold, with the settings that say where it lies. */
export function collectionsOf(config: ArchiveConfig): readonly Collection[] {
  const outside: Outside = {
    sourceStorage: createSourceStorage(config),
    adSandbox: adSandboxArchive(),
    ...filesToArchive(config),
  }
  return parts.flatMap((part) => [...(part.archive ?? []), ...(part.archiveWith?.(outside) ?? [])])
}

interface Outside extends FileArchiveOutside {
  sourceStorage: SourceStorage
  adSandbox: PlatformArchive
}

/** Starts an Atrium: database, API, background work. The one way to start, for main and for tests. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<Atrium> {
  const { clock = systemClock, log = createLog(config.log_level), maxConnections = 16 } = overrides
  const { connection, stop: stopPostgres } = await providePostgres(config, log, overrides.onFatal)
  const database = openDatabase({ connection, maxConnections, log })
  const notifications = createNotifications({ connection, log })
  const { db, pool } = database
  const heavy = openHeavyConnections({
    connection,
    atOnce: Math.ceil(maxConnections / 4),
    longestMs: overrides.longestQueryMs ?? LONGEST_QUERY_MS,
    largestAnswerBytes: overrides.largestQueryBytes ?? LARGEST_QUERY_BYTES,
    log,
  })
  let isReady = false
  let origin = ''
  const metrics = createMetrics()
  const jobs = createJobs({ pool, db, log, clock, onDone: metrics.job })
  metrics.watch('atrium_jobs', 'Stored jobs', ['job', 'state'], () => countJobs(jobs))
  const deps = createDeps(config, {
    db,
    pool,
    connection,
    jobs,
    clock,
    log,
    metrics,
    notifications,
    listeners: parts.flatMap((part) => part.listeners ?? []),
    isRecording: overrides.recordEvents === true,
    heavy,
    address: () => origin,
    functionRuntime: overrides.functionRuntime,
    isReady: () => isReady,
    lookEveryMs: overrides.lookEveryMs,
    domainProofs: overrides.domainProofs,
    scanner: overrides.scanner,
    browsers: overrides.browsers,
    git: overrides.git,
  })
  for (const part of parts) registerWork(jobs, part, deps)
  const sealing = { db, log, secrets: deps.secrets, sealed }
  jobs.schedule(every('*/10 * * * *', reseal), sealing)
  const { place, cron, verifyCron } = config.backups
  if (place !== null) jobs.schedule(every(cron, runScheduledBackup), deps)
  if (place !== null && verifyCron !== null) jobs.schedule(every(verifyCron, verifyScheduledBackup), deps)

  const server = await createHttpServer({
    log,
    trustProxy: config.trust_proxy,
    isSecure: config.base_url?.startsWith('https:') === true,
    strictAnswers: overrides.strictAnswers === true,
    onAnswer: overrides.onAnswer ?? null,
    serveFirst: config.role === 'worker' ? null : deps.sites.serve,
  })
  // Once: it asks the system, and every request wants to know.
  server.server.once('listening', () => {
    origin = server.listeningOrigin
  })
  overrides.tracing?.trace(server)
  const { files_url } = config
  if (files_url !== null) setOwnOrigin(server, operations.files.download, files_url)
  const notReadyBecause = async () => (isReady ? whySilent(pool) : 'starting')
  addSystemRoutes(server, { notReadyBecause, metrics, metricsToken: config.metrics_token })
  deps.ownCalls.serveBy(server)
  refuseWhile(server, () => !isReady, 'starting')
  // Also where nobody outside is served: functions call the API of their app wherever they run.
  if (config.role === 'worker') serveOnlyOwnCalls(server, deps.ownCalls)
  const path = requestPath(deps, maxConnections)
  const handlers = parts.flatMap((part) => part.handlers)
  addRoutes(server, path, handlers, deps)
  if (config.role !== 'worker') {
    const isForFiles = files_url === null ? () => false : isRequestTo(files_url)
    deps.realtime.serve(
      server.server,
      parts.flatMap((part) => part.rooms ?? []),
      deps,
      {
        authorizeConnection: createAuthorizeConnection(deps),
        isServedAt: (host) => !isForFiles(host) && !deps.siteAddresses.isSitesHost(host),
        cookieName: deps.session.cookieName,
        trustProxy: config.trust_proxy,
        limits: config.realtime_limits,
      },
    )
    await addPages(server, {
      version: VERSION,
      openApi: () => readFile(OPEN_API, 'utf8'),
      docsFolder: DOCS,
      areas: Object.entries(areas),
      consoleFolder: overrides.consoleFolder ?? CONSOLE,
      imageOrigin: files_url,
    })
  }

  const stop = async () => {
    void deps.deliveries.stop() // from now on it claims nothing more, while the rest comes to its end
    deps.realtime.close()
    await closeHttpServer(server)
    await path.keyed.settle()
    await deps.lastSeen.settle()
    await deps.failedSignIns.settle()
    await deps.functionLogs.settle()
    await deps.functionInvocations.settle()
    await deps.visits.settle()
    await deps.eventBuffer.settle()
    await deps.eventQuota.settle()
    await deps.recordQuota.settle()
    await deps.recordTally.settle()
    await deps.runningScans.stop()
    await deps.runningTests.stop()
    await deps.runningSessions.stop()
    await deps.runningChats.stop()
    await jobs.stop()
    await deps.backups.stop()
    await deps.workflowEngine.stop()
    await deps.scripts.close()
    await deps.functionRuntime.close()
    await deps.browsers.close()
    await deps.functionLogs.settle()
    await deps.deliveries.stop()
    await deps.outboundHttp.close()
    await deps.fileStorage.close()
    await deps.realtime.stop()
    await notifications.close()
    await heavy.close()
    await database.close()
    await stopPostgres()
  }
  try {
    const address = await server.listen({ host: config.host, port: config.port })
    // Before anything is changed, also by a migration.
    const isKeyKnown = await requireRightKey(sealing)
    await migrate({ pool, folder: MIGRATIONS, log })
    if (!isKeyKnown) await storeKeyCheck(sealing)
    notifications.on(CREDENTIALS_CHANNEL, deps.authenticator.invalidate)
    notifications.on(APP_ACCESS_CHANNEL, deps.access.invalidate)
    notifications.on(APP_ACCESS_CHANNEL, deps.sites.invalidate)
    notifications.onReconnect(deps.authenticator.invalidate)
    // After the caches are invalidated: anyone who listens is judged by what is true now.
    for (const channel of [CREDENTIALS_CHANNEL, APP_ACCESS_CHANNEL])
      notifications.on(channel, deps.realtime.recheckRights)
    // The lock on the data folder proves it: nobody else works on a database that lies in there.
    const isAlone = config.database_url === null
    if (isAlone) {
      for (const part of parts) await part.takeOver?.(deps)
      await deps.realtime.takeOver()
    }
    await jobs.start({ work: config.role !== 'api', isAlone })
    await overrides.beforeReady?.(db, deps)
    await deps.realtime.start()
    if (config.role !== 'api') {
      deps.deliveries.start()
      await deps.workflowEngine.work()
      await deps.backups.start()
    }
    isReady = true
    return { server, db, jobs, events: deps.events, ownCalls: deps.ownCalls, address, stop }
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

function registerWork(jobs: Jobs, part: Module<Deps, Outside>, deps: Deps): void {
  for (const job of part.jobs ?? []) jobs.register(job, deps)
  for (const schedule of part.schedules ?? []) jobs.schedule(schedule, deps)
  for (const listener of part.listeners ?? []) jobs.register(listener.job, deps)
}
