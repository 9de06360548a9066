import type { InputOf, operations } from '@atrium/contract'
import { onlyFields } from '../../platform/only-fields.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { listVisibleApps } from './list-visible-apps.ts'

export async function listApps(
  deps: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.apps.list>,
) {
  const { fields, folder_id, ...page } = query
  const ids = folder_id === undefined ? null : await idsInFolder(deps, caller, query.workspaceId, folder_id)
  const found = await listVisibleApps(deps, caller, { ...page, ids, list: `apps.list ${folder_id ?? ''}` })
  if (fields === undefined) return found
  const wanted = fields.split(',')
  return { ...found, items: found.items.map((item) => onlyFields(item, wanted)) }
}

/** The workspace is refused before the folder. */
async function idsInFolder(
  deps: TenancyDeps,
  caller: Caller,
  workspaceId: string | undefined,
  folderId: string,
) {
  await deps.access.workspace(caller, workspaceId, 'member')
  return deps.appsInFolder(caller, folderId)
}
