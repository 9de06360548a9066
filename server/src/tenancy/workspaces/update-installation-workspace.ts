import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { changeWorkspace } from './change-workspace.ts'
import { requireInstallationAdmin } from './installation-admin.ts'
import { presentInstallationWorkspace } from './present-installation-workspace.ts'
import { unknownName, WRONG_NAME } from './workspace-settings.ts'

export async function updateInstallationWorkspace(
  { db, audit, authenticator }: TenancyDeps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.installation.update_workspace>,
) {
  await requireInstallationAdmin(db, caller)
  const wrong = unknownName(body)
  if (wrong)
    throw invalid(
      ['body', wrong.field, wrong.name],
      'value_error',
      `Value error, this ${WRONG_NAME[wrong.field]}`,
    )
  const ifVersion = headers['if-match']?.slice(1, -1)
  const { workspace } = await transaction(db, async (tx) => {
    const outcome = await changeWorkspace(tx, params.workspace_id, body, ifVersion)
    if (outcome === 'gone') throw refuse('workspace_not_found')
    if (outcome === 'changed') throw refuse('workspace_changed')
    // G843: people of the workspace see who did it, not from where.
    const { kind, user, request_id } = caller
    if (outcome.fact) await audit.record(tx, { kind, user, request_id }, outcome.fact)
    return outcome
  })
  afterCommit(db, () => authenticator.invalidate())
  return presentInstallationWorkspace(workspace)
}
