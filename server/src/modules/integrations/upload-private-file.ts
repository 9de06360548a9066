import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { fileUri } from './file-address.ts'
import { storeFile } from './store-file.ts'

export async function uploadPrivateFile(
  deps: Deps,
  caller: Caller,
  { params, file }: InputOf<typeof operations.integrations.upload_private_file>,
) {
  const app = await deps.access.visit(caller, params.app_id)
  const created_by = app.user?.id ?? null
  const row = await storeFile(deps, { ...file, app_id: app.id, visibility: 'private', created_by })
  return { file_uri: fileUri(row) }
}
