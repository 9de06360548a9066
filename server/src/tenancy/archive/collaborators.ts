import { AppRole, Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import { inScope } from './scope.ts'

const Collaborator = Type.Object({
  app_id: Id,
  user_id: Id,
  role: AppRole,
  created_date: Type.Optional(ArchiveTime),
})

const COLUMNS = { app_id: 'text', user_id: 'text', role: 'text', created_date: 'timestamptz' }
interface CollaboratorRow {
  app_id: string
  user_id: string
  role: string
  created_date: Date
}

export const collaborators = collection({
  name: 'collaborators',
  after: ['users', 'apps'],
  row: Collaborator,
  key: ({ app_id, user_id }) => [app_id, user_id],
  async import(tx, rows, context) {
    await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
    await requireKnown(tx, rows, context, { table: 'users', noun: 'user', of: named('user_id') })
    const added = await insertNew(
      tx,
      'collaborators',
      COLUMNS,
      rows.map(({ row }) => ({ ...row, created_date: readTime(row.created_date ?? 'now', context.now) })),
      'app_id',
    )
    return added.length
  },
  export: (db, scope) =>
    byKey<CollaboratorRow>(async (after, limit) => {
      const { rows } = await sql<CollaboratorRow>`
        select app_id, user_id, role, collaborators.created_date
        from collaborators join apps on apps.id = app_id
        where (app_id, user_id) > (${after?.app_id ?? ''}, ${after?.user_id ?? ''})
          and deleted_at is null and ${inScope(scope, 'apps.workspace_id')}
        order by app_id, user_id limit ${limit}`.execute(db)
      return rows
    }),
})
