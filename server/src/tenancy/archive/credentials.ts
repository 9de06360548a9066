import { Id, Nullable, OneOf, Permission } from '@atrium/contract'
import { Type } from 'typebox'
import { type ArchiveRow, collection, type ImportContext } from '../../platform/archive/collection.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret } from '../../platform/secrets.ts'

const Credential = Type.Object({
  kind: OneOf(['personal_token', 'api_key', 'workspace_key']),
  secret: Type.String({ minLength: 20, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' }),
  user_id: Type.Optional(Nullable(Id)),
  workspace_id: Type.Optional(Nullable(Id)),
  permission: Type.Optional(Permission),
  app_ids: Type.Optional(Nullable(Type.Array(Id))),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  created_date: Type.Optional(ArchiveTime),
  expires_at: Type.Optional(Nullable(ArchiveTime)),
  disabled_at: Type.Optional(Nullable(ArchiveTime)),
})
type Credential = Type.Static<typeof Credential>

/** They only come in, so that existing tokens keep working after a move; nothing of them goes out. */
export const credentials = collection({
  name: 'credentials',
  after: ['users', 'workspaces', 'apps'],
  row: Credential,
  key: ({ secret }) => [secret],
  import: importCredentials,
  async *export() {},
})

const COLUMNS = {
  id: 'text',
  kind: 'text',
  secret_hash: 'bytea',
  user_id: 'text',
  workspace_id: 'text',
  permission: 'text',
  app_ids: 'text[]',
  name: 'text',
  created_date: 'timestamptz',
  expires_at: 'timestamptz',
  disabled_at: 'timestamptz',
}

async function importCredentials(tx: Db, rows: readonly ArchiveRow<Credential>[], context: ImportContext) {
  for (const { row, index } of rows) checkHolder(row, (path, message) => context.fail(index, path, message))
  await requireKnown(tx, rows, context, { table: 'users', noun: 'user', of: named('user_id') })
  await requireKnown(tx, rows, context, { table: 'workspaces', noun: 'workspace', of: named('workspace_id') })
  await requireKnown(tx, rows, context, {
    table: 'apps',
    noun: 'app',
    of: (row) => (row.app_ids ?? []).map((id, place) => ({ id, path: `app_ids[${place}]` })),
  })
  const time = (text: string | null | undefined) => (text ? readTime(text, context.now) : null)
  const added = await insertNew(
    tx,
    'credentials',
    COLUMNS,
    rows.map(({ row }) => ({
      id: makeId('tok', context.now),
      kind: row.kind,
      secret_hash: `\\x${hashSecret(row.secret).toString('hex')}`,
      user_id: row.user_id,
      workspace_id: row.workspace_id,
      permission: row.permission ?? 'full_access',
      app_ids: row.app_ids,
      name: row.name ?? '',
      created_date: readTime(row.created_date ?? 'now', context.now),
      expires_at: time(row.expires_at),
      disabled_at: time(row.disabled_at),
    })),
    'id',
  )
  return added.length
}

/** A personal token belongs to a user in a workspace, a personal key to a user, a workspace key to a workspace. */
function checkHolder(row: Credential, fail: (path: string, message: string) => never): void {
  const needs = {
    user_id: row.kind !== 'workspace_key',
    workspace_id: row.kind !== 'api_key',
  }
  for (const field of ['user_id', 'workspace_id'] as const) {
    const isThere = typeof row[field] === 'string'
    if (needs[field] && !isThere) fail(field, `Field required for a ${row.kind}`)
    if (!needs[field] && isThere) fail(field, `A ${row.kind} has no ${field}`)
  }
}
