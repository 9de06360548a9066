import { Id, Nullable, OneOf, Permission } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type ArchiveRow, collection, type ImportContext } from '../../platform/archive/collection.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { recordImported } from './record-import.ts'

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
  after: ['users', 'workspaces', 'members', 'apps'],
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
  const complete = rows.map(({ row }) => ({
    id: makeId('tok', context.now),
    kind: row.kind,
    secret_hash: `\\x${hashSecret(row.secret).toString('hex')}`,
    user_id: row.user_id ?? null,
    workspace_id: row.workspace_id ?? null,
    permission: row.permission ?? 'full_access',
    app_ids: row.app_ids ?? null,
    name: row.name ?? '',
    created_date: readTime(row.created_date ?? 'now', context.now),
    expires_at: time(row.expires_at),
    disabled_at: time(row.disabled_at),
  }))
  const added = new Set(await insertNew(tx, 'credentials', COLUMNS, complete, 'id'))
  await recordNewCredentials(
    tx,
    complete.filter(({ id }) => added.has(id)),
    context,
  )
  return added.size
}

interface NewCredential {
  id: string
  kind: string
  user_id: string | null
  workspace_id: string | null
  permission: string
  app_ids: string[] | null
  name: string
  expires_at: Date | null
}

/** A personal key reaches every workspace of its owner, so that each of them has the entry. */
async function recordNewCredentials(tx: Db, rows: readonly NewCredential[], context: ImportContext) {
  for (const { kind, name, user_id, workspace_id, permission } of rows) {
    const whose = [user_id && `of ${user_id}`, workspace_id && `in ${workspace_id}`].filter(Boolean).join(' ')
    context.granted({ kind: 'credential', text: `${kind} "${name}" ${whose}, ${permission}` })
  }
  const workspacesOf = await membershipsOf(tx, rows)
  const facts = rows.flatMap(({ id, workspace_id, ...detail }) =>
    (workspace_id ? [workspace_id] : (workspacesOf.get(detail.user_id ?? '') ?? [])).map((place) => ({
      workspace_id: place,
      action: 'tokens.create',
      target_type: 'token',
      target_id: id,
      detail: onlyAccess(detail),
    })),
  )
  await recordImported(tx, context, facts)
}

function onlyAccess({
  kind,
  name,
  permission,
  app_ids,
  expires_at,
  user_id,
}: Omit<NewCredential, 'id' | 'workspace_id'>) {
  return { kind, name, permission, app_ids, expires_at, user_id }
}

async function membershipsOf(tx: Db, rows: readonly NewCredential[]): Promise<Map<string, string[]>> {
  const ids = rows.filter(({ workspace_id }) => !workspace_id).flatMap(({ user_id }) => user_id ?? [])
  const { rows: found } = await sql<{ user_id: string; workspace_ids: string[] }>`
    select user_id, array_agg(workspace_id order by workspace_id) as workspace_ids from members
     where user_id = any(${ids}) and status = 'joined' group by user_id`.execute(tx)
  return new Map(found.map(({ user_id, workspace_ids }) => [user_id, workspace_ids]))
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
