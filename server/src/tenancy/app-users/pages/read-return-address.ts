import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { allowedAddress } from './allowed-origins.ts'

/** For those who are signed in only: others would learn which addresses belong to an app. */
export async function readReturnAddress(
  { access }: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.app_auth.read_return_address>,
) {
  const app = await access.visit(caller, params.app_id)
  const wanted = query.from_url ?? app.published_url
  return { return_url: wanted === null ? null : allowedAddress(app, wanted) }
}
