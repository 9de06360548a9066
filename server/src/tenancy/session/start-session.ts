import { SESSION_DAYS } from '@atrium/contract/session'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, callerOf } from '../access/caller.ts'
import { newDeviceMail } from '../account/account-mail.ts'
import type { SessionSettings, TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import { describeAgent } from './describe-agent.ts'
import { deviceCookie, sessionCookie } from './session-cookie.ts'
import { type SignInRow, signInStore } from './sign-in-store.ts'
import { sessionStore } from './store.ts'

/** How somebody has shown who they are. */
export interface SignIn {
  method: SignInRow['method']
  second_factor?: SignInRow['second_factor']
}

export interface StartedSession {
  /** Shown once. */
  token: string
  caller: Caller
  /** By which the browser is known next time. */
  device: string
}

const LONGEST_AGENT = 500

/**
 * A session for somebody who has shown who they are. An unknown device is mailed to them, except where the account has
 * just been made.
 */
export async function startSession(
  deps: Pick<TenancyDeps, 'clock' | 'secrets' | 'jobs' | 'mail' | 'baseUrl'>,
  tx: Db,
  visitor: Visitor,
  user: NonNullable<Caller['user']>,
  { method, second_factor = null }: SignIn,
): Promise<StartedSession> {
  const now = deps.clock.now()
  const token = makeSecret('ses')
  const id = makeId('ses', now)
  const expires_at = new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000)
  const secret_hash = hashSecret(token)
  await sessionStore(tx).insert({ id, secret_hash, user_id: user.id, created_date: now, expires_at })
  const { address } = visitor
  const user_agent = (visitor.user_agent ?? '').slice(0, LONGEST_AGENT)
  const store = signInStore(tx)
  await store.insert({ session_id: id, method, second_factor, address, user_agent, confirmed_at: now })
  if (await store.endOldest(user.id)) await notify(tx, CREDENTIALS_CHANNEL, user.id)

  // By its cookie; a program, or a browser that lost it, by where it comes from and what it says it is.
  const device = visitor.device ?? makeSecret('dev')
  const hashes = [hashSecret(device), hashSecret(`${address} ${user_agent}`)]
  const isKnown = await store.recordDevices(user.id, hashes, now)
  if (!isKnown && method !== 'invitation') {
    const facts = { address, device: describeAgent(user_agent), time: now }
    const mail = newDeviceMail(facts, deps.baseUrl())
    await sendMail(deps, tx, { workspace_id: null, to: user.email, ...mail })
  }
  const caller = callerOf(
    {
      ...{ id, kind: 'session', permission: 'full_access', user, expires_at },
      ...{ workspace_id: null, app_ids: null, last_used_at: null, memberships: [] },
    },
    visitor,
    undefined,
  )
  return { token, caller, device }
}

/** For a browser: the session, and by which it is known next time. */
export function setSessionCookies(
  headers: AnswerHeaders,
  settings: SessionSettings,
  { token, device }: Pick<StartedSession, 'token' | 'device'>,
): void {
  headers.set('Set-Cookie', sessionCookie(settings, token))
  headers.set('Set-Cookie', deviceCookie(settings, device))
}
