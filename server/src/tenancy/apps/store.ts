import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { AppRow } from '../access/store.ts'
import type { apps, collaborators } from '../tables.ts'
import { holdsName } from './name-search-store.ts'

export type AppSort = 'created_date' | 'updated_date' | 'name'

export interface AppFilter {
  workspace_id: string
  /** Whose collaborator entries count. */
  user_id: string
  /** Every app of the workspace, or only those the user was given (guests). */
  sees: 'all' | 'given'
  kind: 'app' | 'agent' | null
  /** Only these, for a limited token or a folder. */
  ids: readonly string[] | null
  /** A part of the name; empty = any. */
  search: string
}

/** What security scans look at. */
export type ScanSwitches = Pick<RowOf<typeof apps>, 'static_code_enabled' | 'dependency_scan_enabled'>

type Tables = {
  apps: AppRow & { deleted_at: Date | null }
  collaborators: RowOf<typeof collaborators>
}

const COLUMNS = [
  'apps.id',
  'apps.workspace_id',
  'apps.owner_id',
  'apps.name',
  'apps.kind',
  'apps.user_description',
  'apps.logo_url',
  'apps.published_url',
  'apps.public_settings',
  'apps.hide_authorship',
  'apps.allowed_origins',
  'apps.allow_localhost',
  'apps.created_date',
  'apps.updated_date',
] as const

export type AppChanges = Partial<
  Pick<
    AppRow,
    'name' | 'user_description' | 'logo_url' | 'published_url' | 'public_settings' | 'hide_authorship'
  >
>

export const appStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(row: AppRow): Promise<void> {
      await q
        .insertInto('apps')
        .values({ ...row, deleted_at: null })
        .execute()
    },
    async lock(id: string): Promise<AppRow | undefined> {
      return q
        .selectFrom('apps')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    },
    /** Returns whether it was still there. */
    async update(id: string, changes: AppChanges & { updated_date: Date }): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('apps')
        .set(changes)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Returns whether it had no address, the one before or this one already. */
    async replacePublishedUrl(
      id: string,
      { before, url, now }: { before: string | null; url: string | null; now: Date },
    ): Promise<boolean> {
      const { rows } = await sql`
        update apps
           set published_url = ${url}::text,
               updated_date = case when published_url is distinct from ${url}::text then ${now} else updated_date end
         where id = ${id} and deleted_at is null
           and (published_url is null or published_url in (${before}::text, ${url}::text))
        returning 1`.execute(db)
      return rows.length > 0
    },
    async setScanSwitches(
      id: string,
      { static_code_enabled, dependency_scan_enabled }: ScanSwitches,
    ): Promise<void> {
      await sql`
        update apps
           set static_code_enabled = ${static_code_enabled}, dependency_scan_enabled = ${dependency_scan_enabled}
         where id = ${id} and deleted_at is null`.execute(db)
    },
    /** Returns whether this call was the one that deleted it. */
    async markDeleted(id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('apps')
        .set({ deleted_at: now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async purge(deletedBefore: Date): Promise<void> {
      await q.deleteFrom('apps').where('deleted_at', '<', deletedBefore).execute()
    },
    async list(
      filter: AppFilter,
      sort: AppSort,
      descending: boolean,
      after: Position | undefined,
      limit: number,
    ) {
      const direction = descending ? 'desc' : 'asc'
      let query = q
        .selectFrom('apps')
        .leftJoin('collaborators', (join) =>
          join.onRef('collaborators.app_id', '=', 'apps.id').on('collaborators.user_id', '=', filter.user_id),
        )
        .select([...COLUMNS, 'collaborators.role as collaborator_role'])
        .where('workspace_id', '=', filter.workspace_id)
        .where('deleted_at', 'is', null)
      if (filter.sees === 'given') query = query.where('collaborators.role', 'is not', null)
      if (filter.kind !== null) query = query.where('apps.kind', '=', filter.kind)
      if (filter.search !== '') query = query.where(holdsName(sql.ref('apps.name'), filter.search))
      if (filter.ids !== null) query = query.where('apps.id', '=', sql<string>`any(${filter.ids})`)
      if (after) {
        const cast = sql.raw(sort === 'name' ? 'text' : 'timestamptz')
        const beyond = sql.raw(descending ? '<' : '>')
        query = query.where(
          sql<boolean>`(${sql.ref(`apps.${sort}`)}, apps.id) ${beyond} (${after.key}::${cast}, ${after.id})`,
        )
      }
      return query.orderBy(`apps.${sort}`, direction).orderBy('apps.id', direction).limit(limit).execute()
    },
  }
}

interface Position {
  key: string
  id: string
}
