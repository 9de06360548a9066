import type { ErrorCode } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { Log } from '../../platform/log.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { type FailedSignIn, failedSignInStore } from './failed-sign-in-store.ts'

/**
 * Entries of sign-ins that failed. They are written in the background, so that the time of an answer does not show
 * whether an account exists. Anybody can cause them, so an hour has a limited number for each account and workspace.
 */
export interface FailedSignIns {
  ofMember(visitor: Visitor, who: Account, reason?: ErrorCode): void
  /** Of somebody for whom the provider of a workspace vouched, and whom it does not let in. */
  byProvider(visitor: Visitor, workspaceId: string, email: string, reason: string): void
  inApp(visitor: Visitor, appId: string, who: Account & { workspace_id: string }, reason: ErrorCode): void
  /** Writes what was recorded before. */
  settle(): Promise<void>
}

interface Account {
  id: string
  email: string
}

/** That wait to be written; under more tries at once than that, the first ones say enough. */
const MOST_WAITING = 100

export function createFailedSignIns({ db, clock, log }: { db: Db; clock: Clock; log: Log }): FailedSignIns {
  const store = failedSignInStore(db)
  const waiting: FailedSignIn[] = []
  let writing: Promise<void> | null = null

  const writeAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await tolerate(log, 'a failed sign-in could not be recorded', store.insert(next), undefined)
    }
    writing = null
  }
  const record = (failed: Omit<FailedSignIn, 'created_date'>) => {
    if (waiting.length >= MOST_WAITING) return
    waiting.push({ ...failed, created_date: clock.now() })
    writing ??= writeAll()
  }
  const from = ({ address, request_id }: Visitor) => ({ address, request_id })

  return {
    ofMember(visitor, { id, email }, reason = 'invalid_login') {
      const what = { action: 'session.create_failed', target_type: 'user', target_id: id }
      const detail = { email, reason }
      record({ ...from(visitor), ...what, app_id: null, workspace_id: null, detail })
    },
    byProvider(visitor, workspace_id, email, reason) {
      const what = { action: 'session.create_failed', target_type: 'email', target_id: email }
      record({ ...from(visitor), ...what, app_id: null, workspace_id, detail: { email, reason } })
    },
    inApp(visitor, app_id, { id, email, workspace_id }, reason) {
      const what = { action: 'app_auth.login_failed', target_type: 'app_user', target_id: id }
      record({ ...from(visitor), ...what, app_id, workspace_id, detail: { email, reason } })
    },
    async settle() {
      await writing
    },
  }
}
