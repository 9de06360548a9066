import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { deploymentStore } from './deployment-store.ts'

export async function listFunctions(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.functions.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  return { functions: await deploymentStore(db).list(app.id) }
}
