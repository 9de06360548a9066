import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { requireSecondFactor } from '../account/require-second-factor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { openSession } from '../session/open-session.ts'
import { personStore } from './person-store.ts'
import { readTicket } from './sign-in-ticket.ts'

export async function confirmOpenidSession(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.session.openid_confirm>,
  headers: AnswerHeaders,
) {
  const userId = readTicket(deps.secrets, body.ticket, deps.clock.now())
  const user = userId === null ? undefined : await personStore(deps.db).findAccount(userId)
  if (!user) throw refuse('invalid_ticket')
  const { second_factor, use } = await requireSecondFactor(deps, visitor, user, body)
  // One that was taken off since is none any more: the provider is asked again.
  if (second_factor === null) throw refuse('invalid_ticket')
  return openSession(deps, visitor, user.id, { method: 'openid', second_factor }, headers, use)
}
