import type { ScanResult } from '@atrium/contract/scan-findings'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { ScanProgress } from './scanner/scan-app.ts'
import { SCANNER_VERSION } from './scanner/scanner-version.ts'
import type { ScannedApp } from './scanner/snapshot.ts'
import { type ScanRow, securityScans } from './tables.ts'

/** How long a worker that was not heard of still has its scan. */
export const LEASE_SECONDS = 60

const REVISION = sql<number>`coalesce((select revision from app_revisions r where r.app_id = a.id), 0)`
const IS_CURRENT = sql<boolean>`(s.status = 'completed' and s.scanner_version = ${SCANNER_VERSION}
  and s.app_revision = coalesce((select revision from app_revisions r where r.app_id = s.app_id), 0))`
const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000)

/** The worker that holds a scan: nobody else may write it. */
export interface Holder {
  app_id: string
  scan_id: string
  worker: string
}
const isHeldBy = ({ app_id, scan_id, worker }: Holder) =>
  sql<boolean>`app_id = ${app_id} and scan_id = ${scan_id} and worker = ${worker} and status = 'scanning'`

export const scanStore = (db: Db) => ({
  async find(appId: string): Promise<ScanRow | undefined> {
    const { rows } = await sql<ScanRow>`
      select ${sql.raw(securityScans.columns())} from security_scans where app_id = ${appId}`.execute(db)
    return rows[0]
  },
  /** The app as scans see it, with its revision; undefined when it is not there any more. */
  async findApp(appId: string): Promise<(ScannedApp & { revision: number }) | undefined> {
    const { rows } = await sql<ScannedApp & { revision: number }>`
      select id, name, public_settings, published_url, static_code_enabled, dependency_scan_enabled,
             ${REVISION} as revision
        from apps a where id = ${appId} and deleted_at is null`.execute(db)
    return rows[0]
  },
  /** A new scan waits, unless one does or runs, or the latest is up to date; `even` if so where that is given. */
  async request(
    scan: Pick<ScanRow, 'app_id' | 'scan_id' | 'started_by' | 'requested_at'>,
    even: 'up_to_date' | null,
  ): Promise<{ isNew: boolean; status: ScanRow['status'] }> {
    const { app_id, scan_id, started_by, requested_at } = scan
    const { rows } = await sql`
      insert into security_scans as s (app_id, scan_id, status, started_by, requested_at)
      values (${app_id}, ${scan_id}, 'pending', ${started_by}, ${requested_at})
      on conflict (app_id) do update
         set scan_id = excluded.scan_id, status = 'pending', started_by = excluded.started_by,
             requested_at = excluded.requested_at, error = null, progress = null, worker = null,
             leased_until = null, tries = 0
       where s.status in ('completed', 'failed') and (${even !== null} or not ${IS_CURRENT})
      returning 1`.execute(db)
    if (rows.length > 0) return { isNew: true, status: 'pending' }
    return { isNew: false, status: (await this.find(app_id))?.status ?? 'pending' }
  },
  /** Takes the scan that waits, or whose worker was lost; undefined when there is none. */
  async claim(appId: string, worker: string, now: Date): Promise<ScanRow | undefined> {
    const { rows } = await sql<ScanRow>`
      update security_scans
         set status = 'scanning', worker = ${worker}, leased_until = ${leaseFrom(now)}, tries = tries + 1,
             progress = null
       where app_id = ${appId} and status in ('pending', 'scanning')
         and (leased_until is null or leased_until < ${now})
      returning ${sql.raw(securityScans.columns())}`.execute(db)
    return rows[0]
  },
  /** False when somebody else has the scan, or there is none any more. */
  async extend(holder: Holder, progress: ScanProgress | null, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update security_scans
         set leased_until = ${leaseFrom(now)},
             progress = coalesce(${progress && JSON.stringify(progress)}::jsonb, progress)
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** It waits again, and this try does not count. */
  async release(holder: Holder): Promise<boolean> {
    const { rows } = await sql`
      update security_scans
         set status = 'pending', worker = null, leased_until = null, progress = null, tries = tries - 1
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  async complete(
    holder: Holder,
    { result, app_revision }: { result: ScanResult; app_revision: number },
    now: Date,
  ): Promise<boolean> {
    const { rows } = await sql`
      update security_scans
         set status = 'completed', result = ${JSON.stringify(result)}::json, app_revision = ${app_revision},
             scanner_version = ${SCANNER_VERSION}, progress = null, error = null, worker = null,
             leased_until = null, completed_at = ${now}
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** What was found before stays. */
  async fail(holder: Holder, error: string, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update security_scans
         set status = 'failed', error = ${error}, progress = null, worker = null, leased_until = null,
             completed_at = ${now}
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** Those that nobody works at although they should be. */
  async listUnheld(now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select s.app_id from security_scans s join apps a on a.id = s.app_id and a.deleted_at is null
       where s.status in ('pending', 'scanning') and (s.leased_until is null or s.leased_until < ${now})
       order by s.requested_at limit ${limit}`.execute(db)
    return rows.map(({ app_id }) => app_id)
  },
  /** What workers hold that are gone; only where nobody else can live. */
  async releaseAll(): Promise<void> {
    await sql`update security_scans set leased_until = null where status = 'scanning'`.execute(db)
  },
  /** Apps to scan this night: changed since the last scan, or with packages of which more may be known now. */
  async listDueNightly(since: Date, atOnce: number): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select n.app_id
        from scan_settings n join apps a on a.id = n.app_id and a.deleted_at is null
        left join security_scans s on s.app_id = n.app_id
       where n.nightly
         and (s.app_id is null
              or s.status in ('completed', 'failed') and s.requested_at < ${since}
                 and (a.dependency_scan_enabled or not ${IS_CURRENT}))
       order by s.requested_at nulls first, n.app_id
       limit greatest(0, ${atOnce} - (select count(*) from security_scans u
                                       where u.status in ('pending', 'scanning') and u.started_by = 'schedule'))`.execute(
      db,
    )
    return rows.map(({ app_id }) => app_id)
  },
  async deleteOf(appId: string): Promise<void> {
    for (const name of ['security_scans', 'scan_history', 'ignored_findings', 'scan_settings', 'scan_cache'])
      await sql`delete from ${sql.table(name)} where app_id = ${appId}`.execute(db)
  },
})
