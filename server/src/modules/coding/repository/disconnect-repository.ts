import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { repositoryStore } from './repository-store.ts'

export async function disconnectRepository(
  { db, access, audit }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.repository.disconnect>,
): Promise<Sendable<AnswerOf<typeof operations.repository.disconnect>>> {
  const app = await access.app(caller, params.app_id, 'editor')
  const disconnected = await transaction(db, async (tx) => {
    const store = repositoryStore(tx)
    const row = await store.claim(app.id)
    if (!row) return false
    if (await store.hasOpenSession(app.id)) throw refuse('repository_in_use')
    await store.delete(app.id)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'repository.disconnect',
      target_type: 'repository',
      target_id: row.full_name,
      app_id: app.id,
      detail: { provider: row.provider },
    })
    return true
  })
  return { disconnected }
}
