/** Makes what the parts use from the settings. What one part needs of another is in `wiring`. */
import { join } from 'node:path'
import type { Pool } from 'pg'
import {
  type AppFiles,
  type ConversionCounts,
  createConversionCounts,
  createLocations,
  type Locations,
  platformLocations,
  trackingSince,
} from './modules/ads/index.ts'
import { createMissingTerms } from './modules/ads/reports/missing-terms.ts'
import {
  type ConversationFeed,
  createConversationFeed,
  type MessageEvents,
  type RecordTools,
} from './modules/agents/index.ts'
import {
  type AnalyticsMetrics,
  createAnalyticsMetrics,
  createEventBuffer,
  type EventBuffer,
} from './modules/analytics/index.ts'
import { createVisits, type Visits } from './modules/app-logs/index.ts'
import type { TroubleSource } from './modules/attention/index.ts'
import {
  createFilterCheck,
  createRecordFeed,
  createSchemaCache,
  createUpsertTurns,
  type RecordEvents,
  type RecordFeed,
  type RecordTriggers,
  type SchemaCache,
  type UpsertTurns,
} from './modules/entities/index.ts'
import { openSecrets } from './modules/functions/index.ts'
import {
  createSiteAddresses,
  createSites,
  type SiteAddresses,
  type SiteSource,
  type Sites,
} from './modules/hosting/index.ts'
import type { InstallationFacts } from './modules/installation/index.ts'
import { createAppFiles, readPublicFile } from './modules/integrations/index.ts'
import type { OverviewCounts } from './modules/overview/index.ts'
import type { SearchParts } from './modules/search/index.ts'
import { type AppSource, createAppSource } from './modules/source/index.ts'
import type { UsageSources } from './modules/usage/index.ts'
import {
  createDeliveries,
  createDeliveryMetrics,
  type Deliveries,
  openSecret,
  recordTurnOff,
} from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import {
  createHeavyQueries,
  type HeavyQueries,
  type HeavyQueryOptions,
} from './platform/database/heavy-queries.ts'
import type { Notifications } from './platform/database/listen.ts'
import { createLongWork, type LongWork } from './platform/database/long-work.ts'
import type { Connection } from './platform/database/postmaster.ts'
import { createEvents, type Listener } from './platform/events.ts'
import { createOwnCalls, type OwnCalls } from './platform/http/own-calls.ts'
import { createDailyShares } from './platform/http/rate-limit.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { createRealtime, type Realtime } from './platform/realtime/realtime.ts'
import { createTurns, type Turns } from './platform/realtime/turns.ts'
import { createSecrets } from './platform/secrets.ts'
import { chooseAdPlatform } from './ports/ad-platform/choose.ts'
import type { AdPlatform } from './ports/ad-platform/port.ts'
import type { DomainProofs } from './ports/domain-proofs/port.ts'
import { chooseFileStorage } from './ports/file-storage/choose.ts'
import type { FileStorage } from './ports/file-storage/port.ts'
import type { SourceFile } from './ports/function-runtime/port.ts'
import type { LanguageModel } from './ports/language-model/port.ts'
import type { OutboundHttp } from './ports/outbound-http/port.ts'
import { choosePayments } from './ports/payments/choose.ts'
import type { Payments } from './ports/payments/port.ts'
import { localSourceStorage } from './ports/source-storage/local.ts'
import type { SourceStorage } from './ports/source-storage/port.ts'
import type { Config } from './settings/config.ts'
import { deliverySettings } from './settings/deliveries.ts'
import type { TenancyDeps } from './tenancy/base-deps.ts'
import type { LastSeen } from './tenancy/credits/last-seen.ts'
import { paymentMethodOf } from './tenancy/payment-method-store.ts'
import { VERSION } from './version.ts'
import { placesIn } from './wiring/ad-platform-to-locations.ts'
import { createRecordTools } from './wiring/agents-to-entities.ts'
import { createMessageEvents } from './wiring/agents-to-webhooks.ts'
import { createTroubleSources } from './wiring/attention-to-parts.ts'
import { createBackups, type ScheduledBackups } from './wiring/backups-to-schedule.ts'
import { type Coding, createCoding } from './wiring/coding-to-forges.ts'
import { type Connectors, createConnectors } from './wiring/connectors-to-services.ts'
import { createTriggers } from './wiring/entities-to-triggers.ts'
import { createRecordEvents } from './wiring/entities-to-webhooks.ts'
import {
  createRunningFunctions,
  type MakeFunctionRuntime,
  type RunningFunctions,
} from './wiring/functions-to-runtime.ts'
import { createSourceFolder } from './wiring/functions-to-source.ts'
import { createSiteSource } from './wiring/hosting-to-source.ts'
import { createInstallationFacts } from './wiring/installation-to-parts.ts'
import { createLanguageModel } from './wiring/language-model-to-ledger.ts'
import { createCountedOutbound } from './wiring/outbound-to-metrics.ts'
import { createOverviewCounts } from './wiring/overview-to-modules.ts'
import { createScans, type Scans } from './wiring/scans-to-scanner.ts'
import { createSearchParts } from './wiring/search-to-modules.ts'
import { createTenancy } from './wiring/tenancy-to-modules.ts'
import { createTests, type Tests } from './wiring/tests-to-browser.ts'
import { createUsageSources } from './wiring/usage-to-modules.ts'
import { createUsageQuotas, type UsageQuotas } from './wiring/usage-to-quotas.ts'
import { createWorkflowCalls } from './wiring/workflows-to-app.ts'
import { createRunningWorkflows, type RunningWorkflows } from './wiring/workflows-to-engine.ts'

type Parts = UsageQuotas & RunningFunctions & RunningWorkflows & Scans & Connectors & Tests & Coding

export interface Deps extends TenancyDeps, Parts {
  backups: ScheduledBackups
  troubleSources: readonly TroubleSource[]
  notifications: Notifications
  languageModel: LanguageModel
  outboundHttp: OutboundHttp
  deliveries: Deliveries
  lastSeen: LastSeen
  messageEvents: MessageEvents
  recordTools: RecordTools
  entitySchemas: SchemaCache
  recordEvents: RecordEvents
  /** How many records change, for advertising. */
  recordTally: ConversionCounts
  realtime: Realtime
  recordFeed: RecordFeed
  conversationFeed: ConversationFeed
  upsertTurns: UpsertTurns
  longWork: LongWork
  heavyQueries: HeavyQueries
  recordHistoryDays: number
  installationFacts(): Promise<InstallationFacts>
  overviewCounts: OverviewCounts
  usageSources: UsageSources
  searchParts: SearchParts
  fileStorage: FileStorage
  filesPerAppBytes: number
  filesUrl(): string
  hasFilesOrigin: boolean
  payments: Payments
  visits: Visits
  eventBuffer: EventBuffer
  analyticsMetrics: AnalyticsMetrics
  sourceStorage: SourceStorage
  sourceTurns: Turns
  /** For those who read the code of apps. */
  appSource: AppSource
  locations: Locations
  adPlatform: AdPlatform
  reportMissingTerms(campaignType: string): void
  appFiles: AppFiles
  platformNames: readonly string[]
  recordTriggers: RecordTriggers
  recordFilterFault: ReturnType<typeof createFilterCheck>
  appSourceFolder(appId: string, folder: string): Promise<SourceFile[]>
  ownCalls: OwnCalls
  sites: Sites
  siteAddresses: SiteAddresses
  siteSource: SiteSource
  appSecretValues(appId: string): Promise<readonly string[]>
}

export interface Base {
  db: Db
  pool: Pool
  connection: string | Connection
  jobs: Jobs
  clock: Clock
  log: Log
  metrics: Metrics
  notifications: Notifications
  listeners: readonly Listener<never>[]
  isRecording: boolean
  heavy: HeavyQueryOptions
  /** Where the server answers, once it listens. */
  address(): string
  functionRuntime: MakeFunctionRuntime | undefined
  isReady(): boolean
  /** How often due runs of workflows are looked for, in place of the usual. */
  lookEveryMs: number | undefined
  /** Those of the system unless they are given. */
  domainProofs: DomainProofs | undefined
  scanner: Scans['scanner'] | undefined
  browsers: Tests['browsers'] | undefined
  git: Partial<Coding['git']> | undefined
}

export function createDeps(config: Config, base: Base): Deps {
  const { db, pool, jobs, clock, log, metrics, notifications, listeners } = base
  const secrets = createSecrets(config.secret_key)
  const realtime = createRealtime({ db, notifications, clock, log, metrics })
  const events = createEvents({ jobs, listeners, record: base.isRecording })
  const outboundHttp = createCountedOutbound(config, log, metrics)
  const entitySchemas = createSchemaCache({ db, notifications })
  const tenancy = createTenancy({ ...base, settings: config, secrets, events, entitySchemas, outboundHttp })
  const { audit, baseUrl } = tenancy
  const deliveries = createDeliveries({
    db,
    clock,
    log,
    outboundHttp,
    notifications,
    metrics: createDeliveryMetrics(metrics),
    settings: deliverySettings(config),
    openSecret: (webhookId, sealed) => openSecret(secrets, webhookId, sealed),
    onTurnedOff: (tx, webhookId) => recordTurnOff({ audit, events }, tx, webhookId),
  })
  const analyticsMetrics = createAnalyticsMetrics(metrics)
  const eventBuffer = createEventBuffer({ db, clock, onFlush: analyticsMetrics.flushed })
  analyticsMetrics.watchWaiting(eventBuffer.waiting)
  const sourceStorage = createSourceStorage(config)
  const runningFunctions = createRunningFunctions({
    ...{ db, clock, log, notifications, outboundHttp, make: base.functionRuntime },
    hosts: config.function_hosts,
    limits: config.function_limits,
  })
  const ownCalls = createOwnCalls()
  const usageQuotas = createUsageQuotas(
    { db, clock, log },
    createDailyShares(config.database_url ? pool : null),
    config.quotas,
  )
  const appSource = createAppSource({ db, sourceStorage })
  const catalog = createLocations()
  const adPlatform = chooseAdPlatform({
    google: config.google_ads,
    db,
    clock,
    log,
    outboundHttp,
    ownFile: (url, mostBytes) => readPublicFile(deps, url, mostBytes),
    findPlaces: placesIn(catalog),
    trackingSince: (reference) => trackingSince(db, reference),
    ownAddress: () => deps.filesUrl(),
  })
  const visits = createVisits({ db, clock, log })
  const siteAddresses = createSiteAddresses({
    baseUrl,
    sitesUrl: config.sites_url,
    filesUrl: config.files_url,
  })
  const languageModel = createLanguageModel(config, { clock, log, ...usageQuotas })
  const runningWorkflows = createRunningWorkflows({
    ...{ db, clock, log, notifications, realtime, outboundHttp, languageModel },
    lookEveryMs: base.lookEveryMs,
    workflowCalls: createWorkflowCalls(() => deps),
  })
  const deps: Deps = {
    ...tenancy,
    notifications,
    filesUrl: () => config.files_url ?? deps.baseUrl(),
    hasFilesOrigin: config.files_url !== null,
    outboundHttp,
    deliveries,
    languageModel,
    messageEvents: createMessageEvents(deliveries),
    entitySchemas,
    recordEvents: createRecordEvents(deliveries),
    realtime,
    recordFeed: createRecordFeed(realtime),
    conversationFeed: createConversationFeed(realtime),
    upsertTurns: createUpsertTurns(),
    longWork: createLongWork(pool, log),
    heavyQueries: createHeavyQueries(base.heavy),
    recordHistoryDays: config.record_history_days,
    overviewCounts: createOverviewCounts({ db, adPlatform }),
    usageSources: createUsageSources({ db, usual: config.quotas }),
    searchParts: createSearchParts(() => deps),
    ...usageQuotas,
    fileStorage: chooseFileStorage({
      folder: join(config.data_dir, 'uploads'),
      s3: config.s3,
      caFile: config.outbound_ca_file,
    }),
    filesPerAppBytes: config.files_per_app_bytes,
    payments: choosePayments({
      stripe: config.stripe,
      paymentMethod: (workspaceId) => paymentMethodOf(db, workspaceId),
      clock,
      log,
    }),
    visits,
    eventBuffer,
    analyticsMetrics,
    recordTally: createConversionCounts({ db, clock, log }),
    sourceStorage,
    sourceTurns: createTurns(),
    appSource,
    ...runningFunctions,
    ...runningWorkflows,
    ...createScans({
      ...{ db, jobs, log, secrets, outboundHttp, appSource, entitySchemas, scanner: base.scanner },
      advisorySource: config.advisory_source,
      others: () => deps,
    }),
    ...createConnectors({
      ...{ db, clock, log, metrics, secrets, outboundHttp, baseUrl },
      others: () => deps,
    }),
    ...createCoding({ ...base, outboundHttp, baseUrl, settings: config, others: () => deps }),
    ...createBackups({ ...base, settings: config }),
    ...createTroubleSources(db, config),
    ...createInstallationFacts({ ...base, version: VERSION, baseUrl, settings: config }),
    ...createTests({ ...base, outboundHttp, settings: config, others: () => deps }),
    recordTriggers: createTriggers({ ...runningFunctions, ...runningWorkflows, jobs, ownCalls }),
    recordFilterFault: createFilterCheck(entitySchemas),
    appSourceFolder: createSourceFolder(appSource),
    ownCalls,
    siteAddresses,
    siteSource: createSiteSource(appSource),
    sites: createSites({
      ...{ db, notifications, addresses: siteAddresses, isReady: base.isReady },
      visits: { record: (visit) => visits.record({ ...visit, user_id: null, user_email: null }) },
    }),
    locations: platformLocations(catalog, adPlatform.places),
    adPlatform,
    appFiles: createAppFiles(() => deps),
    platformNames: config.platform_names,
    reportMissingTerms: createMissingTerms(metrics),
    recordTools: createRecordTools(() => deps),
    appSecretValues: async (appId) => Object.values(await openSecrets({ db, secrets }, appId)),
  }
  return deps
}

/** Where the code of apps lies. */
export function createSourceStorage({ data_dir }: Pick<Config, 'data_dir'>): SourceStorage {
  return localSourceStorage({ folder: join(data_dir, 'source') })
}
