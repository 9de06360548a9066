import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { countTries } from '../count-tries.ts'
import { mailAccountReset } from './mail-account-reset.ts'

export async function requestAccountReset(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.account.request_password_reset>,
) {
  const email = body.email.toLowerCase()
  await countTries(deps, 'account.request_password_reset', visitor, email)
  await deps.jobs.send(deps.db, mailAccountReset, { email })
  return { success: true as const }
}
