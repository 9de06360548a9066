import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import {
  bigint,
  boolean,
  integer,
  json,
  type RowOf,
  table,
  text,
  time,
} from '../../../platform/database/table.ts'
import type { SourceFindings } from './source-findings.ts'

export const trackingScans = table(
  'ad_tracking_scans',
  {
    app_id: text(),
    revision: bigint(),
    scanner: integer(),
    findings: json(Type.Unsafe<SourceFindings>({})),
    is_clean: boolean(),
    scanned_date: time(),
  },
  { key: ['app_id'], notArchived: 'code that comes in is scanned again' },
)
type Scan = Omit<RowOf<typeof trackingScans>, 'app_id'>
type FoundScan = Omit<Scan, 'is_clean' | 'scanned_date'>

const scanOfApp = prepared<FoundScan>(
  'ad_tracking_scan',
  'select revision, scanner, findings from ad_tracking_scans where app_id = $1',
)

export const scanStore = (db: Db) => ({
  async find(appId: string): Promise<FoundScan | undefined> {
    const [row] = await scanOfApp(db, [appId])
    return row
  },
  /** False when a newer revision was scanned in the meantime, or the app was deleted: then nothing is stored. */
  async save(appId: string, scan: Scan): Promise<boolean> {
    const { revision, scanner, is_clean, scanned_date } = scan
    const { rows } = await sql`
      insert into ad_tracking_scans as s (app_id, revision, scanner, findings, is_clean, scanned_date)
      select id, ${revision}::bigint, ${scanner}::int, ${JSON.stringify(scan.findings)}::jsonb,
             ${is_clean}::boolean, ${scanned_date}::timestamptz
        from apps where id = ${appId} and deleted_at is null
      on conflict (app_id) do update
         set revision = excluded.revision, scanner = excluded.scanner, findings = excluded.findings,
             is_clean = excluded.is_clean, scanned_date = excluded.scanned_date
       where s.revision <= excluded.revision
      returning app_id`.execute(db)
    return rows.length > 0
  },
  async delete(appId: string): Promise<void> {
    await sql`delete from ad_tracking_scans where app_id = ${appId}`.execute(db)
  },
  /** From now on, unless it was before: then undefined. */
  async verify(accountId: string, now: Date): Promise<{ workspace_id: string } | undefined> {
    const { rows } = await sql<{ workspace_id: string }>`
      update ad_accounts
         set tracking_verified_date = ${now}, tracking_first_date = coalesce(tracking_first_date, ${now}),
             updated_date = ${now}
       where id = ${accountId} and tracking_verified_date is null
      returning (select workspace_id from apps where id = app_id)`.execute(db)
    return rows[0]
  },
  /** Undefined when it was not verified. */
  async unverify(accountId: string, now: Date): Promise<{ workspace_id: string } | undefined> {
    const { rows } = await sql<{ workspace_id: string }>`
      update ad_accounts set tracking_verified_date = null, updated_date = ${now}
       where id = ${accountId} and tracking_verified_date is not null
      returning (select workspace_id from apps where id = app_id)`.execute(db)
    return rows[0]
  },
})
