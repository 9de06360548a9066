import type { InputOf, operations } from '@atrium/contract'
import { MAX_SECRETS } from '@atrium/contract/secrets'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { applyChange, notifyOfChange } from '../function-changes.ts'
import { sealSecret } from './sealed-secret.ts'
import { secretFaults } from './secret-rules.ts'
import { secretStore } from './secret-store.ts'

export async function setSecrets(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.secrets.set>,
) {
  const { db, clock, access, audit, secrets } = deps
  const faults = secretFaults(body)
  if (faults.length > 0) throw refuse('validation_error', { detail: faults })
  const app = await access.app(caller, params.app_id, 'editor')
  const now = clock.now()
  const given = Object.entries(body)
  if (given.length === 0) return { success: true as const }
  await transaction(db, async (tx) => {
    const store = secretStore(tx)
    await store.lock(app.id)
    const known = new Map((await store.list(app.id)).map(({ name, id }) => [name, id]))
    const fresh = given.filter(([name]) => !known.has(name))
    if (known.size + fresh.length > MAX_SECRETS) throw refuse('secret_limit_reached')
    await store.insert(
      fresh.map(([name, value]) => {
        const id = makeId('sec', now)
        const times = { created_date: now, updated_date: now }
        return { id, app_id: app.id, name, value: sealSecret(secrets, id, value), ...times }
      }),
    )
    for (const [name, value] of given) {
      const id = known.get(name)
      if (id !== undefined) await store.replace(id, sealSecret(secrets, id, value), now)
    }
    await audit.recordAll(
      tx,
      caller,
      given.map(([name]) => ({
        workspace_id: app.workspace_id,
        action: 'secrets.set',
        target_type: 'secret',
        target_id: name,
        app_id: app.id,
        detail: { is_new: !known.has(name) },
      })),
    )
    await notifyOfChange(tx, app.id)
  })
  afterCommit(db, () => applyChange(deps, app.id))
  return { success: true as const }
}
