/** Security scans: what in an app could be used against it or its users, and how to mend it. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { scanArchive } from './archive.ts'
import { carryOutScan } from './carry-out-scan.ts'
import { configureScans } from './configure-scans.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { dismissHeader } from './dismiss-header.ts'
import { exportScan } from './export-scan.ts'
import { ignoreFinding } from './findings/ignore-finding.ts'
import { listIgnoredFindings } from './findings/list-ignored-findings.ts'
import { restoreFinding } from './findings/restore-finding.ts'
import { fixRules } from './fix-rules.ts'
import { listScans } from './list-scans.ts'
import { readScan } from './read-scan.ts'
import { readScanSettings } from './read-scan-settings.ts'
import { resumeScans } from './resume-scans.ts'
import { runScan } from './run-scan.ts'
import { scanOnPublish } from './scan-on-publish.ts'
import { scanStore } from './scan-store.ts'
import { startNightlyScans } from './start-nightly-scans.ts'

export { type MailDeps, mailOwner } from './mail-owner.ts'
export { createRunningScans, type RunningScans } from './running-scans.ts'
export type { ScanNotices } from './scan-notices.ts'
export { scanStore } from './scan-store.ts'
export type { ScannedApps } from './scanned-apps.ts'
export { createScanner, type Scanner } from './scanner/scan-app.ts'
export type { ScannedFunction, ScannedSchema, Snapshot, SourceFile } from './scanner/snapshot.ts'
export { type CriticalFinding, criticalFindings } from './trouble-store.ts'

export const scans = module<Deps>('scans', {
  handlers: [
    handle(operations.scans.read, readScan),
    handle(operations.scans.run, runScan),
    handle(operations.scans.list, listScans),
    handle(operations.scans.export, exportScan),
    handle(operations.scans.fix_rules, fixRules),
    handle(operations.scans.dismiss_header, dismissHeader),
    handle(operations.scans.read_settings, readScanSettings),
    handle(operations.scans.configure, configureScans),
    handle(operations.findings.ignore, ignoreFinding),
    handle(operations.findings.restore, restoreFinding),
    handle(operations.findings.list_ignored, listIgnoredFindings),
  ],
  jobs: [carryOutScan],
  schedules: [every('* * * * *', resumeScans), every('* 2-5 * * *', startNightlyScans)],
  listeners: [scanOnPublish, deleteAppData],
  archive: scanArchive,
  takeOver: ({ db }) => scanStore(db).releaseAll(),
})
