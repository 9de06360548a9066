import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { removeFiles } from './remove-files.ts'
import { fileStore } from './store.ts'

/** From now on nobody reads it; its bytes go in the background. */
export async function deleteFile(
  { db, access, audit, jobs }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.files.delete>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  return transaction(db, async (tx) => {
    const file = await fileStore(tx).markDeleted(app.id, params.file_id)
    if (!file) throw refuse('file_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'files.delete',
      target_type: 'file',
      target_id: file.id,
      app_id: app.id,
      detail: { name: file.name, size: file.size },
    })
    await jobs.send(tx, removeFiles, {})
    return { deleted: true as const, id: file.id }
  })
}
