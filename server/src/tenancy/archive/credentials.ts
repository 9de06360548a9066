import { OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type ArchiveRow, collection, type ImportContext } from '../../platform/archive/collection.ts'
import { requireKnown } from '../../platform/archive/require-known.ts'
import { archivedRow, archiveOf, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import type { RowOf } from '../../platform/database/table.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { credentials } from '../tables.ts'
import { recordImported } from './record-import.ts'

const Credential = Type.Object({
  kind: OneOf(['personal_token', 'api_key', 'workspace_key']),
  secret: Type.String({ minLength: 20, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' }),
  ...archivedRow(credentials).properties,
})
type Credential = Type.Static<typeof Credential>

/** They only come in, so that existing tokens keep working after a move; nothing of them goes out. */
export const credentialArchive = collection({
  ...archiveOf(credentials),
  after: ['users', 'workspaces', 'members', 'apps'],
  row: Credential,
  key: ({ secret }) => [secret],
  import: importCredentials,
  leaves: 'secrets: tokens, keys and sessions; make new ones where the archive comes in',
  async *export() {},
})

async function importCredentials(tx: Db, rows: readonly ArchiveRow<Credential>[], context: ImportContext) {
  for (const { row, index } of rows) checkHolder(row, (path, message) => context.fail(index, path, message))
  await requireReferences(tx, credentials, rows, context)
  await requireKnown(tx, rows, context, {
    table: 'apps',
    noun: 'app',
    of: (row) => (row.app_ids ?? []).map((id, place) => ({ id, path: `app_ids[${place}]` })),
  })
  const complete = rows.map(({ row }) => ({
    ...storedRow(credentials, row, context.now),
    id: makeId('tok', context.now),
    kind: row.kind,
    secret_hash: `\\x${hashSecret(row.secret).toString('hex')}`,
  }))
  const added = new Set((await credentials.insertNew(tx, complete)).map(({ id }) => id))
  await recordNewCredentials(
    tx,
    complete.filter(({ id }) => added.has(id)),
    context,
  )
  return added.size
}

type NewCredential = Pick<
  RowOf<typeof credentials>,
  'id' | 'kind' | 'user_id' | 'workspace_id' | 'permission' | 'app_ids' | 'name' | 'expires_at'
>

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
