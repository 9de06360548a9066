/** The trail of an import: what came for each workspace, and everybody who got access by it. */
import { sql } from 'kysely'
import type { Concluded, CountsByPlace, ImportContext } from '../../platform/archive/collection.ts'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { makeId } from '../../platform/ids.ts'
import { APP_ACCESS_CHANNEL } from '../access/access-cache.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { AuditFact } from '../audit/record.ts'
import { auditStore } from '../audit/store.ts'

/** One entry for each workspace, with how many rows of the file came for it; running servers drop what they cached. */
export async function recordImport(tx: Db, { places, by, now }: Concluded): Promise<void> {
  const workspaceByApp = await workspacesOf(tx, places)
  const byWorkspace = new Map<string, Record<string, number>>()
  for (const { place, rows } of places.values()) {
    const id = place.workspace_id ?? workspaceByApp.get(place.app_id ?? '')
    if (id === undefined) continue
    const counts = byWorkspace.get(id) ?? {}
    byWorkspace.set(id, counts)
    for (const [name, count] of Object.entries(rows)) counts[name] = (counts[name] ?? 0) + count
  }
  const facts = [...byWorkspace].map(([workspace_id, rows]) => ({
    workspace_id,
    action: 'archive.import',
    target_type: 'workspace',
    target_id: workspace_id,
    detail: { rows },
  }))
  await recordImported(tx, { now, by }, facts)
  if (places.size > 0) await notify(tx, CREDENTIALS_CHANNEL, 'import')
  for (const id of workspaceByApp.keys()) await notify(tx, APP_ACCESS_CHANNEL, id)
}

/** What an archive brings says so, and who imported it. */
export async function recordImported(
  tx: Db,
  { now, by }: Pick<ImportContext, 'now' | 'by'>,
  facts: readonly AuditFact[],
): Promise<void> {
  const nobody = { actor_id: null, actor_email: null, credential_kind: null, credential_id: null }
  await auditStore(tx).insertAll(
    facts.map(({ detail, app_id = null, ...fact }) => ({
      ...{ id: makeId('aud', now), created_date: now, ...nobody, address: null, request_id: null, app_id },
      ...fact,
      detail: { ...detail, by, from: 'archive' },
    })),
  )
}

/** Of these workspaces those that were there before this import. */
export async function olderWorkspaces(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from workspaces where id = any(${ids}) and xmin <> pg_current_xact_id()::xid`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

async function workspacesOf(tx: Db, places: CountsByPlace) {
  const ids = [...places.values()].flatMap(({ place }) => place.app_id ?? [])
  const { rows } = await sql<{ id: string; workspace_id: string }>`
    select id, workspace_id from apps where id = any(${ids})`.execute(tx)
  return new Map(rows.map(({ id, workspace_id }) => [id, workspace_id]))
}
