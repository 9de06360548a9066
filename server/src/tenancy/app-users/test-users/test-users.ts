/** A user of an app for one run of a test: made before, removed after, and never mailed. */
import { randomBytes } from 'node:crypto'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { endAppSessions, startAppSession } from '../../session/app-sessions.ts'
import { makeTestAddress } from './test-address.ts'
import { type RemovedTestUser, testUserStore } from './test-user-store.ts'

export type TestUserDeps = Pick<TenancyDeps, 'db' | 'clock' | 'audit' | 'authenticator'>

/** With a password and a session. Refuses with `app_not_found`. */
export async function createTestUser(
  deps: TestUserDeps,
  app_id: string,
  role: string,
): Promise<{ id: string; email: string; password: string; token: string }> {
  const { db, clock, audit } = deps
  const password = makePassword()
  const password_hash = await hashPassword(password) // before, so that the transaction is short
  const now = clock.now()
  const user = { id: makeId('acc', now), email: makeTestAddress() }
  return transaction(db, async (tx) => {
    const row = {
      app_id,
      user_id: user.id,
      email: user.email,
      full_name: 'Test user',
      password_hash,
      role,
      now,
    }
    const workspace_id = await testUserStore(tx).insert(row)
    if (workspace_id === null) throw refuse('app_not_found')
    const { token } = await startAppSession(deps, tx, { app_id, user_id: user.id }, 'own')
    await audit.record(tx, null, {
      workspace_id,
      action: 'app_users.create_test_user',
      target_type: 'app_user',
      target_id: user.id,
      app_id,
      detail: { email: user.email, role },
    })
    return { ...user, password, token }
  })
}

/** Also when they are gone already. Nobody but a user whom a test made is ever removed. */
export async function removeTestUser(deps: TestUserDeps, app_id: string, user_id: string): Promise<void> {
  const { db, audit, authenticator } = deps
  const isRemoved = await transaction(db, async (tx) => {
    const removed = await testUserStore(tx).delete(app_id, user_id)
    if (!removed) return false
    await endAppSessions(tx, removed)
    await audit.record(tx, null, factOf(removed))
    return true
  })
  if (isRemoved) authenticator.invalidate()
}

const BATCH = 500

/** Those whose run was lost before it could remove them. */
export async function purgeTestUsers(
  { db, audit }: Pick<TestUserDeps, 'db' | 'audit'>,
  before: Date,
): Promise<void> {
  for (;;) {
    const removed = await transaction(db, async (tx) => {
      const some = await testUserStore(tx).deleteOld(before, BATCH)
      if (some.length > 0) await audit.recordAll(tx, null, some.map(factOf))
      return some.length
    })
    if (removed < BATCH) return
  }
}

function factOf({ workspace_id, app_id, user_id, email }: RemovedTestUser) {
  return {
    workspace_id,
    action: 'app_users.remove_test_user',
    target_type: 'app_user',
    target_id: user_id,
    app_id,
    detail: { email },
  }
}

/** With something of everything that apps ask of passwords. */
function makePassword(): string {
  return `Aa1!${randomBytes(18).toString('base64url')}`
}
