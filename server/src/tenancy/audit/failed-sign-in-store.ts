import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { makeId } from '../../platform/ids.ts'
import { sessionStore } from '../session/store.ts'

export interface FailedSignIn {
  created_date: Date
  action: string
  target_type: string
  target_id: string
  address: string
  request_id: string
  app_id: string | null
  /** Null: every workspace that the user is active in. */
  workspace_id: string | null
  detail: Record<string, unknown>
}

/** An hour. Enough to see that somebody tries, and from where the first tries came. */
export const PER_ACCOUNT = 5
export const PER_WORKSPACE = 100

/** What has its entries for this hour already gets no more. */
const insertWithinBounds = prepared(
  'audit_failed_sign_in',
  `insert into audit_log (id, workspace_id, created_date, action, address, request_id, app_id, target_type, target_id,
                          detail)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
    where (select count(*) < ${PER_WORKSPACE} and count(*) filter (where target_id = $9) < ${PER_ACCOUNT}
             from (select target_id from audit_log
                    where workspace_id = $2 and action = $4
                      and created_date > $3::timestamptz - interval '1 hour'
                    limit ${PER_WORKSPACE}) recent)`,
)

export const failedSignInStore = (db: Db) => ({
  async insert(failed: FailedSignIn): Promise<void> {
    const { created_date, action, address, request_id, app_id, target_type, target_id, detail } = failed
    for (const workspace_id of await workspacesOf(db, failed)) {
      const id = makeId('aud', created_date)
      const what = [created_date, action, address, request_id, app_id, target_type, target_id, detail]
      await insertWithinBounds(db, [id, workspace_id, ...what])
    }
  },
})

async function workspacesOf(db: Db, { workspace_id, target_id }: FailedSignIn): Promise<string[]> {
  if (workspace_id !== null) return [workspace_id]
  const { workspaces } = await sessionStore(db).getMe(target_id, null)
  return workspaces.map(({ id }) => id)
}
