import { Nullable } from '@atrium/contract'
import { Fingerprint } from '@atrium/contract/scan-findings'
import type { FindingType } from '@atrium/contract/scans'
import { MAX_IGNORED, ScanStatus } from '@atrium/contract/scans'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { archivedRow, archiveOf, requireReferences } from '../../platform/archive/table-archive.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { ArchivedResult, readResult } from './archived-result.ts'
import { findFinding, typeOfGroup } from './findings/find-finding.ts'
import { stateOf } from './scan-state.ts'
import { SCANNER_VERSION } from './scanner/scanner-version.ts'
import { type IgnoredRow, ignoredFindings, type ScanRow, securityScans } from './tables.ts'

const ArchivedScan = Type.Object({
  ...archivedRow(securityScans).properties,
  status: ScanStatus,
  result: Type.Optional(Nullable(ArchivedResult)),
  ignored_fingerprints: Type.Optional(Type.Array(Fingerprint, { maxItems: MAX_IGNORED, uniqueItems: true })),
  /** Of those that are ignored for a time. */
  ignored_until: Type.Optional(
    Type.Array(Type.Object({ fingerprint: Fingerprint, expires_at: ArchiveTime }), { maxItems: MAX_IGNORED }),
  ),
})
type Row = Static<typeof ArchivedScan>

const STORED_STATUS = {
  up_to_date: 'completed',
  out_of_date: 'completed',
  pending: 'pending',
  scanning: 'pending',
  scan_failed: 'failed',
} as const satisfies Partial<Record<Row['status'], ScanRow['status']>>

/** Stands for the revision that the app has when all of the archive is in; an out of date scan is of none. */
const REVISION_TO_COME = -1
const NO_REVISION = -2

/** The latest scan of each app. One that waited or ran when the archive was made waits again. */
export const scanArchive: readonly Collection[] = [
  collection({
    ...archiveOf(securityScans),
    row: ArchivedScan,
    import: importScans,
    async conclude(tx) {
      await sql`
        update security_scans s
           set app_revision = coalesce((select revision from app_revisions r where r.app_id = s.app_id), 0)
         where app_revision = ${REVISION_TO_COME}`.execute(tx)
    },
    export: exportScans,
  }),
]

async function importScans(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, securityScans, rows, context)
  const made = rows.flatMap(({ row }) => scanOf(row, context.now) ?? [])
  const keys = await securityScans.insertNew(
    tx,
    made.map(({ scan }) => scan),
  )
  const added = new Set(keys.map(({ app_id }) => app_id))
  await ignoredFindings.insertNew(
    tx,
    made.flatMap(({ ignored }) => ignored).filter(({ app_id }) => added.has(app_id)),
  )
  return keys.length
}

/** Null for `none`: there is no scan. */
function scanOf(row: Row, now: Date): { scan: ScanRow; ignored: IgnoredRow[] } | null {
  if (row.status === 'none') return null
  const { app_id, scanner_version, ignored_fingerprints = [], ignored_until = [] } = row
  const ends = new Map(ignored_until.map((one) => [one.fingerprint, readTime(one.expires_at, now)]))
  const stillIgnored = ignored_fingerprints.filter((one) => (ends.get(one) ?? Infinity) > now)
  const status = STORED_STATUS[row.status]
  // Only what was found can be read, so a scan that ended has a result.
  const result = row.result || status === 'completed' ? readResult(row.result ?? {}, now) : null
  const hasEnded = status !== 'pending'
  const scan: ScanRow = {
    ...{ app_id, status, result, scan_id: makeId('scan', now), started_by: 'person', requested_at: now },
    critical_findings: [], // a trigger of the database fills it
    // What an archive does not say is taken to be of the scanner that reads it.
    scanner_version: result && (scanner_version ?? SCANNER_VERSION),
    app_revision: row.status === 'up_to_date' ? REVISION_TO_COME : NO_REVISION,
    ...{ progress: null, error: null, worker: null, leased_until: null, tries: 0 },
    completed_at: hasEnded ? now : null,
  }
  const ignored = stillIgnored.map((fingerprint) => ({
    ...{ app_id, fingerprint, finding_type: typeIn(result, fingerprint) },
    ...{ file_path: null, title: null, reason: null, comment: null, ignored_by: null },
    expires_at: ends.get(fingerprint) ?? null,
    created_date: now,
  }))
  return { scan, ignored }
}

/** An archive names only fingerprints; of one that the result does not have, nothing is known. */
function typeIn(result: ScanRow['result'], fingerprint: string): FindingType {
  const found = result && findFinding(result, fingerprint)
  return found ? typeOfGroup(found.group) : 'static_code'
}

type Exported = Pick<ScanRow, 'app_id' | 'status' | 'result' | 'scanner_version' | 'app_revision'> & {
  revision: number
  ignored_fingerprints: string[]
  ignored_until: { fingerprint: string; expires_at: string }[] | null
}

/** One by one: a result may be large. */
async function* exportScans(db: Db, scope: ExportScope) {
  const apps = byKey<{ app_id: string }>(async (after, limit) => {
    const { rows } = await sql<{ app_id: string }>`
      select app_id from security_scans s
       where app_id > ${after?.app_id ?? ''} and ${isOfExportedApp(scope, 's.app_id')}
       order by app_id limit ${limit}`.execute(db)
    return rows
  })
  for await (const { app_id } of apps) {
    const { rows } = await sql<Exported>`
      select app_id, status, result, scanner_version, app_revision,
             coalesce((select revision from app_revisions r where r.app_id = s.app_id), 0) as revision,
             array(select fingerprint from ignored_findings i
                    where i.app_id = s.app_id and (i.expires_at is null or i.expires_at > now())
                    order by fingerprint) as ignored_fingerprints,
             (select json_agg(json_build_object('fingerprint', fingerprint, 'expires_at',
                       to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by fingerprint)
                from ignored_findings i where i.app_id = s.app_id and i.expires_at > now()) as ignored_until
        from security_scans s where app_id = ${app_id}`.execute(db)
    for (const { result, scanner_version, ignored_fingerprints, ignored_until, revision, ...scan } of rows) {
      const now = { revision, scanner_version: scanner_version ?? SCANNER_VERSION }
      const { status } = stateOf({ ...scan, result, scanner_version }, now)
      const until = ignored_until && { ignored_until }
      yield { app_id, status, result, scanner_version, ignored_fingerprints, ...until }
    }
  }
}
