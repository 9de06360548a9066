/** Users of an app who exist for one run of a test. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export interface RemovedTestUser {
  app_id: string
  user_id: string
  email: string
  workspace_id: string
}

/** Invited, so that also apps which are not public take them. */
const insertTestUser = prepared<{ workspace_id: string }>(
  'insert_test_user',
  `with of_app as (select id, workspace_id from apps where id = $1 and deleted_at is null),
        added as (
          insert into app_users (app_id, user_id, email, full_name, password_hash, role, verified_date, invited_date,
                                 created_date, updated_date, is_test)
          select id, $2, $3, $4, $5, $6, $7::timestamptz, $7, $7, $7, true from of_app)
   select workspace_id from of_app`,
)

const deleteTestUser = prepared<RemovedTestUser>(
  'delete_test_user',
  `delete from app_users u using apps a
    where u.app_id = $1 and u.user_id = $2 and u.is_test and a.id = u.app_id
   returning u.app_id, u.user_id, u.email, a.workspace_id`,
)

const deleteOldTestUsers = prepared<RemovedTestUser>(
  'delete_old_test_users',
  `delete from app_users u using apps a
    where (u.app_id, u.user_id) in (select app_id, user_id from app_users where is_test and created_date < $1 limit $2)
      and a.id = u.app_id
   returning u.app_id, u.user_id, u.email, a.workspace_id`,
)

/** Their sessions go with them: the keys of the tables say so. */
export const testUserStore = (db: Db) => ({
  /** The workspace of the app; null when there is no such app. */
  async insert(row: {
    app_id: string
    user_id: string
    email: string
    full_name: string
    password_hash: string
    role: string
    now: Date
  }): Promise<string | null> {
    const { app_id, user_id, email, full_name, password_hash, role, now } = row
    const [found] = await insertTestUser(db, [app_id, user_id, email, full_name, password_hash, role, now])
    return found?.workspace_id ?? null
  },
  /** Undefined when there is none, and for every other user. */
  async delete(appId: string, userId: string): Promise<RemovedTestUser | undefined> {
    const [removed] = await deleteTestUser(db, [appId, userId])
    return removed
  },
  async deleteOld(before: Date, limit: number): Promise<RemovedTestUser[]> {
    return deleteOldTestUsers(db, [before, limit])
  },
})
