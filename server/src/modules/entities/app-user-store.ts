import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Json } from './conditions/condition.ts'

export interface AppUserRow {
  role: string | null
  data: { [field: string]: Json }
}

const appUser = prepared<AppUserRow>(
  'app_user',
  'select role, data from app_users where app_id = $1 and user_id = $2',
)

/** Members of an app as its rules see them. */
export const appUserStore = (db: Db) => ({
  async find(appId: string, userId: string): Promise<AppUserRow | null> {
    const [row] = await appUser(db, [appId, userId])
    return row ?? null
  },
})
