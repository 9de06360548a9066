import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { RepositoryRow } from '../tables.ts'
import { repositoryStore } from './repository-store.ts'
import { sealToken } from './sealed-token.ts'

export interface Connection
  extends Pick<
    RepositoryRow,
    'provider' | 'full_name' | 'base_branch' | 'base_url' | 'web_url' | 'clone_url'
  > {
  /** As it was sent. */
  access_token: string | null
}

/** Connects the app, in the transaction of the caller; what is known of the exchange stays when the repository does. */
export async function storeConnection(
  { clock, secrets, audit }: Pick<Deps, 'clock' | 'secrets' | 'audit'>,
  tx: Db,
  by: { app: App; caller: Caller; action: 'repository.connect' | 'repository.import' },
  connection: Connection,
): Promise<void> {
  const { app, caller, action } = by
  const store = repositoryStore(tx)
  const before = await store.claim(app.id)
  if (await store.hasOpenSession(app.id)) throw refuse('repository_in_use')
  const synced = before && isSame(before, connection) ? before : NEVER
  const { access_token, ...rest } = connection
  await store.put({
    app_id: app.id,
    ...rest,
    access_token: access_token === null ? null : sealToken(secrets, app.id, access_token),
    connected_by_id: userOf(caller).id,
    connected_date: clock.now(),
    synced_commit: synced.synced_commit,
    synced_date: synced.synced_date,
  })
  const { provider, full_name, base_branch, base_url } = connection
  await audit.record(tx, caller, {
    workspace_id: app.workspace_id,
    action,
    target_type: 'repository',
    target_id: full_name,
    app_id: app.id,
    detail: { provider, base_branch, base_url, has_access_token: access_token !== null },
  })
}

const NEVER = { synced_commit: null, synced_date: null }

/** Names mean the same in any case, with every forge. */
function isSame(before: RepositoryRow, { provider, full_name, base_url }: Connection): boolean {
  return (
    before.provider === provider &&
    before.base_url === base_url &&
    before.full_name.toLowerCase() === full_name.toLowerCase()
  )
}
