import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MAX_REPOSITORY_BYTES } from '@atrium/contract/repositories'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { REFS_MS } from './base-branch.ts'
import { createLocal, localConnection } from './connect-local.ts'
import { requireForgeAddress } from './forge-address.ts'
import { withForge } from './forge-refusals.ts'
import { readStored } from './read-repository.ts'
import { requireGit } from './require-git.ts'
import { requireUnused } from './require-unused.ts'
import { storeConnection } from './store-connection.ts'

const COPY_MS = 10 * 60_000
/** Forges look at the token alone. */
const ANY_NAME = 'git'

export async function importRepository(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.repository.import>,
): Promise<Sendable<AnswerOf<typeof operations.repository.import>>> {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  await requireGit(deps)
  await requireUnused(deps, app.id)
  const { git } = deps
  const { full_name, access_token } = body
  const credential = access_token ? { username: ANY_NAME, password: access_token } : null
  const remote = { url: requireForgeAddress(deps, body.clone_url), credential }
  if (await deps.localRepositories.find(app.workspace_id, full_name)) throw refuse('repository_exists')
  const refs = await withForge(() => git.listRefs(remote, AbortSignal.timeout(REFS_MS)))
  const default_branch = refs.head ?? 'main'
  const by = { app, caller, action: 'repository.import' } as const
  const copied = { maxBytes: MAX_REPOSITORY_BYTES, signal: AbortSignal.timeout(COPY_MS) }
  const made = await createLocal(deps, {
    ...{ workspace_id: app.workspace_id, full_name, default_branch },
    fill: (folder) => git.mirror(remote, folder, copied),
    // The connection appears with the repository, or neither does.
    alsoStore: (tx) => storeConnection(deps, tx, by, localConnection(deps, by, full_name, default_branch)),
  })
  if (made === 'exists') throw refuse('repository_exists')
  return readStored(deps, app)
}
