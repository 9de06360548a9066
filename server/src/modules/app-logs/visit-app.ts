import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'

export async function visitApp(
  { access, visits }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_logs.visit>,
) {
  const { id: app_id, user } = await access.visit(caller, params.app_id)
  visits.record({ app_id, page: params.page, user_id: user?.id ?? null, user_email: user?.email ?? null })
  return { logged: true as const }
}
