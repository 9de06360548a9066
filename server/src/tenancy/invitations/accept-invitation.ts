import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { ApiError, refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import { hashPassword } from '../../platform/passwords/passwords.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { verificationStore } from '../account/verification-store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { requireUncommon } from '../new-password.ts'
import { requirePlan } from '../plans.ts'
import { recordSession } from '../session/record-session.ts'
import { setSessionCookies, startSession } from '../session/start-session.ts'
import { sessionStore } from '../session/store.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import { invitationStore, type LinkedInvitation } from './store.ts'

type Body = InputOf<typeof operations.invitations.accept>['body']
type Invitation = LinkedInvitation & { token_hash: Buffer }

export async function acceptInvitation(
  deps: TenancyDeps,
  visitor: Visitor | Caller,
  { body }: InputOf<typeof operations.invitations.accept>,
  headers: AnswerHeaders,
) {
  const { db, clock, session, authenticator } = deps
  const caller = 'credential_id' in visitor ? visitor : null
  if (caller?.kind === 'personal_token') throw refuse('session_required')
  if (body.password !== undefined) requireUncommon(body.password, 'password')
  const invitation = await findOpenInvitation(db, body.invitation_token, clock.now())
  const { workspace_id, role } = invitation
  if (caller && userOf(caller).email !== invitation.email) throw refuse('invitation_for_other_email')
  if (!caller) await requireNewcomer(db, invitation, body)
  // The plan may have become smaller since.
  if (role === 'admin') requirePlan(invitation, 'business')

  const joined = caller
    ? await joinAs(deps, caller, invitation)
    : await joinWithNewAccount(deps, visitor, invitation, body)
  authenticator.invalidate()
  const { started } = joined
  if (started) setSessionCookies(headers, session, started)
  return {
    workspace_id,
    user: await sessionStore(db).getMe(joined.user_id, null),
    token: started?.token ?? null,
  }
}

async function requireNewcomer(db: Db, { email }: Invitation, body: Body): Promise<void> {
  if (await invitationStore(db).hasAccount(email)) throw refuse('account_exists')
  const missing = (['full_name', 'password'] as const).filter((field) => body[field] === undefined)
  if (missing.length === 0) return
  const rows = missing.map((field) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' }))
  throw new ApiError('validation_error', { detail: rows })
}

async function joinAs(deps: TenancyDeps, caller: Caller, invitation: Invitation) {
  const user = userOf(caller)
  await transaction(deps.db, async (tx) => {
    if (await invitationStore(tx).lockMembership(user.id, invitation.workspace_id))
      throw refuse('already_member')
    await join(deps, tx, caller, invitation)
    if (invitation.was_mailed) await verificationStore(tx).verify(user.id)
  })
  return { user_id: user.id, started: null }
}

/** A new account with a session; the hash is made before, so that the transaction is short. */
async function joinWithNewAccount(deps: TenancyDeps, visitor: Visitor, invitation: Invitation, body: Body) {
  const { full_name = '', password = '' } = body
  const password_hash = await hashPassword(password)
  const now = deps.clock.now()
  const { email } = invitation
  const user = { id: makeId('usr', now), email, full_name: full_name.trim() }
  return transaction(deps.db, async (tx) => {
    const isNew = await invitationStore(tx).insertUser({
      ...user,
      password_hash,
      // A link in the outbox is read by admins of the workspace, whosever mailbox it names. G839
      is_verified: invitation.was_mailed,
      created_date: now,
    })
    if (!isNew) throw refuse('account_exists')
    const started = await startSession(deps, tx, visitor, user, { method: 'invitation' })
    const { caller } = started
    await join(deps, tx, caller, invitation)
    await recordSession(deps, tx, caller, 'session.create', [{ id: invitation.workspace_id }], {
      method: 'invitation',
    })
    return { user_id: user.id, started }
  })
}

async function join(deps: TenancyDeps, tx: Db, caller: Caller, invitation: Invitation): Promise<void> {
  const { clock, audit, events } = deps
  const { workspace_id, email, role, token_hash } = invitation
  const user = userOf(caller)
  const store = invitationStore(tx)
  await invalidateMembers(tx, workspace_id) // first: anyone who changes these members waits in line
  const isMine = (await store.join(invitation, user, clock.now())) && (await store.useUp(token_hash))
  if (!isMine) throw refuse('invitation_not_found')
  await notify(tx, CREDENTIALS_CHANNEL, user.id)
  await audit.record(tx, caller, {
    workspace_id,
    action: 'invitations.accept',
    target_type: 'member',
    target_id: user.id,
    detail: { email, role },
  })
  await events.announce(tx, 'member.joined', { workspace_id, user_id: user.id, role })
}
