import type { InstallationWorkspace } from '@atrium/contract/installation-workspaces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'
import { holdsName } from '../apps/name-search-store.ts'
import type { WorkspaceSettings } from './workspace-settings.ts'

export type ListedWorkspace = Pick<InstallationWorkspace, 'id' | 'name' | 'plan' | 'owner_email'> & {
  created_date: Date
}
export type WorkspaceWithSettings = ListedWorkspace & WorkspaceSettings

const LISTED = sql`w.id, w.name, w.plan, o.email as owner_email, w.created_date`
/** Along an index of members, so that a large workspace costs no more. */
const OWNER = sql`left join lateral (select m.email from members m
                                     where m.workspace_id = w.id and m.role_rank = 1 and m.status = 'joined'
                                     order by m.default_rank, m.email collate "C" limit 1) o on true`

export const workspaceSettingsStore = (db: Db) => {
  async function one(id: string, locked: RawBuilder<unknown>): Promise<WorkspaceWithSettings | undefined> {
    const { rows } = await sql<WorkspaceWithSettings>`
      select ${LISTED}, w.monthly_limit::float8 as monthly_limit, w.billing_hold, w.billing_country,
             w.payment_method, w.rate_limits, w.quotas
        from workspaces w ${OWNER} where w.id = ${id} ${locked}`.execute(db)
    return rows[0]
  }
  return {
    async isInstallationAdmin(userId: string): Promise<boolean> {
      const { rows } = await sql<{ is_admin: boolean }>`
        select is_installation_admin as is_admin from users where id = ${userId}`.execute(db)
      return rows[0]?.is_admin === true
    },
    /** Newest first, after the position of the page before. */
    async list(search: string, after: Position | undefined, limit: number): Promise<ListedWorkspace[]> {
      const isFound =
        search === ''
          ? sql`true`
          : sql`(
        w.id = ${search} or ${holdsName(sql`w.name`, search)} or coalesce(${holdsName(sql`o.email`, search)}, false))`
      const follows = after ? comesAfter(after, 'w') : sql`true`
      const { rows } = await sql<ListedWorkspace>`
        select ${LISTED} from workspaces w ${OWNER} where ${isFound} and ${follows}
         order by w.created_date desc, w.id desc limit ${limit}`.execute(db)
      return rows
    },
    find: (id: string) => one(id, sql``),
    lock: (id: string) => one(id, sql`for no key update of w`),
    async save(id: string, settings: WorkspaceSettings): Promise<void> {
      const { plan, monthly_limit, billing_hold, billing_country, payment_method } = settings
      await sql`
        update workspaces
           set plan = ${plan}, monthly_limit = ${monthly_limit}, billing_hold = ${billing_hold},
               billing_country = ${billing_country}, payment_method = ${payment_method},
               rate_limits = ${JSON.stringify(settings.rate_limits)}::jsonb,
               quotas = ${JSON.stringify(settings.quotas)}::jsonb
         where id = ${id}`.execute(db)
    },
  }
}
