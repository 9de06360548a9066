import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type RevisionRow, type SiteRow, siteRevisions, sites } from './tables.ts'

/** A site with its address: the first of its domains that is verified, if it has one. */
export interface Site extends SiteRow {
  domain: string | null
}

interface Outdated {
  kept: number
  isPreview: boolean
  activeId: string | null
}

type Tables = { sites: SiteRow; site_revisions: RevisionRow }

const SITE = `${sites.columns('s')},
  (select d.domain from site_domains d
    where d.app_id = s.app_id and d.verified_date is not null
    order by d.verified_date, d.id limit 1) as domain`

const siteOf = prepared<Site>('site_of_app', `select ${SITE} from sites s where s.app_id = $1`)

/** Waits for others who change the site, and makes them wait. */
const siteToChange = prepared<Site>(
  'site_of_app_to_change',
  `select ${SITE} from sites s where s.app_id = $1 for update of s`,
)

export const siteStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async find(appId: string): Promise<Site | null> {
      return (await siteOf(db, [appId]))[0] ?? null
    },
    async findToChange(appId: string): Promise<Site | null> {
      return (await siteToChange(db, [appId]))[0] ?? null
    },
    /** Makes the row when there is none; null when the app is gone. The first label that is free is taken. */
    async ensure(appId: string, labels: readonly string[], now: Date): Promise<Site | null> {
      for (const label of labels) {
        await sql`
          insert into sites (app_id, label, last_number, created_date)
          select id, ${label}, 0, ${now} from apps where id = ${appId} and deleted_at is null
          on conflict do nothing`.execute(db)
        const found = await this.findToChange(appId)
        if (found) return found
      }
      return null
    },
    async update(
      appId: string,
      changes: Partial<Pick<SiteRow, 'active_revision_id' | 'last_number' | 'published_url'>>,
    ): Promise<void> {
      await q.updateTable('sites').set(changes).where('app_id', '=', appId).execute()
    },
    async delete(appId: string): Promise<void> {
      await q.deleteFrom('sites').where('app_id', '=', appId).execute()
    },
  }
}

export const revisionStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const revisionsOf = (appId: string) =>
    q.selectFrom('site_revisions').selectAll().where('app_id', '=', appId)
  return {
    async insert(row: RevisionRow): Promise<void> {
      await siteRevisions.insertNew(db, [row])
    },
    async find(appId: string, id: string): Promise<RevisionRow | undefined> {
      return revisionsOf(appId).where('id', '=', id).executeTakeFirst()
    },
    async count(appId: string): Promise<number> {
      const row = await q
        .selectFrom('site_revisions')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('app_id', '=', appId)
        .where('is_preview', '=', false)
        .executeTakeFirstOrThrow()
      return row.count
    },
    /** Newest first, without those that were only to be looked at. */
    async list(appId: string, before: number | undefined, limit: number): Promise<RevisionRow[]> {
      let query = revisionsOf(appId).where('is_preview', '=', false)
      if (before !== undefined) query = query.where('number', '<', before)
      return query.orderBy('number', 'desc').limit(limit).execute()
    },
    /** It was a preview, and is one of the others from now on. */
    async publish(id: string): Promise<void> {
      await q.updateTable('site_revisions').set({ is_preview: false }).where('id', '=', id).execute()
    },
    /** All but the newest, and the one that visitors get; previews apart from the others. */
    async deleteOld(appId: string, { kept, isPreview, activeId }: Outdated): Promise<void> {
      await sql`
        delete from site_revisions
         where app_id = ${appId} and is_preview = ${isPreview} and id is distinct from ${activeId} and number <= (
           select number from site_revisions where app_id = ${appId} and is_preview = ${isPreview}
            order by number desc offset ${kept} limit 1)`.execute(db)
    },
  }
}
