import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessFunction } from '../access-function.ts'
import type { Deps } from '../deps.ts'
import { applyChange } from '../function-changes.ts'
import { activateDeployment } from './activate-deployment.ts'
import { deploymentStore } from './deployment-store.ts'

export async function rollbackFunction(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.functions.rollback>,
) {
  const { app } = await accessFunction(deps, caller, params, 'editor')
  const { name } = params
  const { deployment_id } = body
  const isDone = await transaction(deps.db, async (tx) => {
    const store = deploymentStore(tx)
    await store.lock(app.id)
    const active = await store.findActive(app.id, name)
    if (!active) throw refuse('function_not_found')
    const wanted = await store.findDeployment(app.id, name, deployment_id)
    if (!wanted) throw refuse('deployment_not_found')
    if (active.deployment_id === deployment_id) return false
    await activateDeployment(deps, tx, wanted)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'functions.rollback',
      target_type: 'function',
      target_id: name,
      app_id: app.id,
      detail: { deployment_id, before: active.deployment_id },
    })
    return true
  })
  if (isDone) afterCommit(deps.db, () => applyChange(deps, app.id, name))
  return { status: isDone ? ('deployed' as const) : ('unchanged' as const), deployment_id }
}
