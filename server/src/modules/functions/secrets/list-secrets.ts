import type { InputOf, operations } from '@atrium/contract'
import { MASKED } from '@atrium/contract/secrets'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { secretStore } from './secret-store.ts'

export async function listSecrets(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.secrets.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const rows = await secretStore(db).list(app.id)
  return Object.fromEntries(rows.map(({ name }) => [name, MASKED] as const))
}
