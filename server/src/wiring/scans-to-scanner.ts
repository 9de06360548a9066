/** Security scans and what carries them out. */
import type { SchemaCache } from '../modules/entities/index.ts'
import type { Sites } from '../modules/hosting/index.ts'
import {
  createRunningScans,
  createScanner,
  type MailDeps,
  type RunningScans,
  type ScanNotices,
  type ScannedApps,
  type Scanner,
} from '../modules/scans/index.ts'
import type { AppSource } from '../modules/source/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { AdvisoriesChoice } from '../ports/advisories/choose.ts'
import type { OutboundHttp } from '../ports/outbound-http/port.ts'
import { createScannedApps } from './scans-to-app.ts'
import { SCAN_PROCESS } from './scans-to-processes.ts'
import { createScanSources } from './scans-to-sources.ts'
import { createScanNotices } from './scans-to-webhooks.ts'

export interface Scans {
  scanner: Scanner
  scannedApps: ScannedApps
  scanNotices: ScanNotices
  runningScans: RunningScans
}

export function createScans(options: {
  db: Db
  log: Log
  secrets: Secrets
  jobs: Jobs
  outboundHttp: OutboundHttp
  appSource: AppSource
  advisorySource: AdvisoriesChoice['source']
  entitySchemas: SchemaCache
  /** What is made later. */
  others: () => MailDeps & { sites: Sites }
  /** In place of the usual one. */
  scanner: Scanner | undefined
}): Scans {
  const { db, log, secrets, outboundHttp, advisorySource, others } = options
  const key = secrets.sign('security scans', 'fingerprints of secrets')
  const scanner =
    options.scanner ??
    createScanner({
      ...{ db, log, outboundHttp, key },
      ...createScanSources({ source: advisorySource, db, outboundHttp, log }, () => others().sites),
      process: SCAN_PROCESS,
    })
  return {
    scanner,
    scannedApps: createScannedApps(options),
    scanNotices: createScanNotices(others),
    runningScans: createRunningScans(scanner),
  }
}
