import { AppKind, Id, Nullable } from '@atrium/contract'
import { PublicSettings } from '@atrium/contract/apps'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import { inScope } from './scope.ts'

const HttpUrl = Nullable(Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' }))

const App = Type.Object({
  id: Id,
  workspace_id: Id,
  owner_id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: AppKind,
  user_description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  logo_url: Type.Optional(HttpUrl),
  published_url: Type.Optional(HttpUrl),
  public_settings: Type.Optional(PublicSettings),
  hide_authorship: Type.Optional(Type.Boolean()),
  static_code_enabled: Type.Optional(Type.Boolean()),
  dependency_scan_enabled: Type.Optional(Type.Boolean()),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})

const COLUMNS = {
  id: 'text',
  workspace_id: 'text',
  owner_id: 'text',
  name: 'text',
  kind: 'text',
  user_description: 'text',
  logo_url: 'text',
  published_url: 'text',
  public_settings: 'text',
  hide_authorship: 'boolean',
  static_code_enabled: 'boolean',
  dependency_scan_enabled: 'boolean',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}
type AppRow = { [Column in keyof typeof COLUMNS]: unknown } & { id: string }

/** Apps and agents; deleted ones that are still being removed do not go out. */
export const apps = collection({
  name: 'apps',
  after: ['users', 'workspaces'],
  row: App,
  key: ({ id }) => [id],
  async import(tx, rows, context) {
    await requireKnown(tx, rows, context, {
      table: 'workspaces',
      noun: 'workspace',
      of: named('workspace_id'),
    })
    await requireKnown(tx, rows, context, { table: 'users', noun: 'user', of: named('owner_id') })
    const added = await insertNew(
      tx,
      'apps',
      COLUMNS,
      rows.map(({ row }) => {
        const created = row.created_date ?? 'now'
        return {
          id: row.id,
          workspace_id: row.workspace_id,
          owner_id: row.owner_id,
          name: row.name,
          kind: row.kind,
          user_description: row.user_description,
          logo_url: row.logo_url,
          published_url: row.published_url,
          public_settings: row.public_settings ?? 'private_with_login',
          hide_authorship: row.hide_authorship ?? false,
          static_code_enabled: row.static_code_enabled ?? true,
          dependency_scan_enabled: row.dependency_scan_enabled ?? true,
          created_date: readTime(created, context.now),
          updated_date: readTime(row.updated_date ?? created, context.now),
        }
      }),
      'id',
    )
    return added.length
  },
  export: (db, scope) =>
    byKey<AppRow>(async (after, limit) => {
      const { rows } = await sql<AppRow>`
        select id, workspace_id, owner_id, name, kind, user_description, logo_url, published_url,
          public_settings, hide_authorship, static_code_enabled, dependency_scan_enabled,
          created_date, updated_date
        from apps
        where id > ${after?.id ?? ''} and deleted_at is null and ${inScope(scope, 'apps.workspace_id')}
        order by id limit ${limit}`.execute(db)
      return rows
    }),
})
