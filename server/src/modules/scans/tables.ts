import { Id, OneOf } from '@atrium/contract'
import { IgnoredFinding } from '@atrium/contract/findings'
import { ScanResult, SeverityCounts } from '@atrium/contract/scan-findings'
import { listScans, readScan } from '@atrium/contract/scans'
import { Type } from 'typebox'
import {
  bigint,
  boolean,
  integer,
  json,
  orderedJson,
  type RowOf,
  table,
  text,
  time,
} from '../../platform/database/table.ts'

const NOW_ONLY = 'it says who works at it at this moment'
const FORGOTTEN = 'an archive has the latest scan alone'
const AS_FINGERPRINTS = 'a scan lists the fingerprints'
const { started_by, status } = listScans.answer.properties.items.items.properties
const { reason, finding_type } = IgnoredFinding.properties

/** Moved by triggers of the database, with every change of what scans look at. */
export const appRevisions = table(
  'app_revisions',
  { app_id: text(Id), revision: bigint(), changed_at: time() },
  { key: ['app_id'], notArchived: 'it counts the changes on this server' },
)

export const securityScans = table(
  'security_scans',
  {
    app_id: text(Id),
    scan_id: text(Id).notArchived('a new one is made'),
    status: text(OneOf(['pending', 'scanning', 'completed', 'failed'])),
    started_by: text(started_by).notArchived(NOW_ONLY),
    result: orderedJson(ScanResult).nullable(),
    /** Of the result; a trigger of the database keeps it. */
    critical_findings: json(Type.Array(Type.Unknown())).notArchived('the result has them'),
    scanner_version: text().nullable(),
    /** Of the result. */
    app_revision: bigint().nullable().notArchived('it counts the changes on this server'),
    progress: json(readScan.answer.properties.progress).nullable().notArchived(NOW_ONLY),
    error: text().nullable().notArchived(NOW_ONLY),
    worker: text().nullable().notArchived(NOW_ONLY),
    leased_until: time().nullable().notArchived(NOW_ONLY),
    tries: integer().notArchived(NOW_ONLY),
    requested_at: time().notArchived(NOW_ONLY),
    completed_at: time().nullable().notArchived(NOW_ONLY),
  },
  { key: ['app_id'], references: { app_id: 'apps' } },
)
export type ScanRow = RowOf<typeof securityScans>

export const scanHistory = table(
  'scan_history',
  {
    id: text(Id).notArchived(FORGOTTEN),
    app_id: text(Id).notArchived(FORGOTTEN),
    status: text(status).notArchived(FORGOTTEN),
    started_by: text(started_by).notArchived(FORGOTTEN),
    counts: json(SeverityCounts).notArchived(FORGOTTEN),
    new_count: integer().notArchived(FORGOTTEN),
    fixed_count: integer().notArchived(FORGOTTEN),
    error: text().nullable().notArchived(FORGOTTEN),
    requested_at: time().notArchived(FORGOTTEN),
    completed_at: time().notArchived(FORGOTTEN),
  },
  { key: ['id'] },
)
export type PastScanRow = RowOf<typeof scanHistory>

export const ignoredFindings = table(
  'ignored_findings',
  {
    app_id: text(Id).notArchived(AS_FINGERPRINTS),
    fingerprint: text().notArchived(AS_FINGERPRINTS),
    finding_type: text(finding_type).notArchived(AS_FINGERPRINTS),
    file_path: text().nullable().notArchived(AS_FINGERPRINTS),
    title: text().nullable().notArchived(AS_FINGERPRINTS),
    reason: text(reason).nullable().notArchived(AS_FINGERPRINTS),
    comment: text().nullable().notArchived(AS_FINGERPRINTS),
    expires_at: time().nullable().notArchived(AS_FINGERPRINTS),
    ignored_by: text().nullable().notArchived(AS_FINGERPRINTS),
    created_date: time().notArchived(AS_FINGERPRINTS),
  },
  { key: ['app_id', 'fingerprint'] },
)
export type IgnoredRow = RowOf<typeof ignoredFindings>

export const scanSettings = table(
  'scan_settings',
  { app_id: text(Id), on_publish: boolean(), nightly: boolean(), mail: boolean() },
  { key: ['app_id'], notArchived: 'archives have no place for them' },
)
export type SettingsRow = RowOf<typeof scanSettings>

export const scanCache = table(
  'scan_cache',
  { app_id: text(Id), key: text(), findings: orderedJson(Type.Unknown()) },
  { key: ['app_id', 'key'], notArchived: 'the next scan finds it again' },
)
