import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Repository } from '@atrium/contract/repositories'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentRepository } from './present-repository.ts'
import { repositoryStore } from './repository-store.ts'

export async function readRepository(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.repository.read>,
): Promise<Sendable<AnswerOf<typeof operations.repository.read>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const row = await repositoryStore(deps.db).find(app.id)
  return { repository: row && presentRepository(deps, app.workspace_id, row) }
}

/** For the answer of those who have just connected it. */
export async function readStored(deps: Deps, app: App): Promise<Sendable<Repository>> {
  const row = await repositoryStore(deps.db).find(app.id)
  if (!row) throw refuse('repository_not_connected')
  return presentRepository(deps, app.workspace_id, row)
}
