import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { fileUrl } from './file-address.ts'
import { storeFile } from './store-file.ts'

export async function uploadFile(
  deps: Deps,
  caller: Caller,
  { params, file }: InputOf<typeof operations.integrations.upload_file>,
) {
  const app = await deps.access.visit(caller, params.app_id)
  const created_by = app.user?.id ?? null
  const row = await storeFile(deps, { ...file, app_id: app.id, visibility: 'public', created_by })
  return { file_url: fileUrl(deps.filesUrl(), row) }
}
