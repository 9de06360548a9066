import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireBaseBranch } from './base-branch.ts'
import { requireBranchName } from './branch-name.ts'
import { connectLocal } from './connect-local.ts'
import { requireForgeAddress } from './forge-address.ts'
import { withForge } from './forge-refusals.ts'
import { readStored } from './read-repository.ts'
import { requireGit } from './require-git.ts'
import { requireUnused } from './require-unused.ts'
import { type Connection, storeConnection } from './store-connection.ts'

type Input = InputOf<typeof operations.repository.connect>

export async function connectRepository(
  deps: Deps,
  caller: Caller,
  { params, body }: Input,
): Promise<Sendable<AnswerOf<typeof operations.repository.connect>>> {
  if (body.base_branch !== undefined) requireBranchName(body.base_branch, 'base_branch')
  const app = await deps.access.app(caller, params.app_id, 'editor')
  await requireGit(deps)
  await requireUnused(deps, app.id)
  const by = { app, caller, action: 'repository.connect' } as const
  const provider = body.provider ?? deps.codingSettings.provider
  if (provider === 'local') await connectLocal(deps, by, body)
  else {
    const connection = await lookElsewhere(deps, app, { ...body, provider })
    await transaction(deps.db, (tx) => storeConnection(deps, tx, by, connection))
  }
  return readStored(deps, app)
}

/** What the forge says of the repository: it must be there, and the token must be able to push. */
async function lookElsewhere(
  deps: Deps,
  app: App,
  body: Input['body'] & Pick<Connection, 'provider'>,
): Promise<Connection> {
  const { provider, base_branch } = body
  const access_token = body.access_token ?? null
  const base_url = body.base_url ? requireForgeAddress(deps, body.base_url) : null
  const forge = deps.forges[provider]
  const repository = { workspace_id: app.workspace_id, full_name: body.full_name, base_url, access_token }
  const facts = await withForge(() => forge.readRepository(repository))
  if (!facts.can_push) throw refuse('repository_access_denied')
  const { full_name, web_url, clone_url, default_branch } = facts
  const found = { forge, repository: { ...repository, full_name } }
  return {
    ...{ provider, full_name, base_url, web_url, clone_url, access_token },
    base_branch: await requireBaseBranch(deps, found, base_branch, default_branch),
  }
}
