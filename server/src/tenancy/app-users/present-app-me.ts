import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appUserStore } from './store.ts'
import type { RuledUser } from './user-fields.ts'

/** A user as they see themselves: flat, without what the app does not let them read. */
export async function presentAppMe({ userFields }: TenancyDeps, db: Db, appId: string, user: RuledUser) {
  const row = await appUserStore(db).findMe(appId, user.id)
  if (!row) throw refuse('app_not_found') // removed a moment ago
  const { id, email, role } = user
  return { ...(await userFields.readable(appId, user)), ...row, id, email, role }
}
