import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

const personOfApp = prepared<{ found: boolean }>(
  'person_of_app',
  `select exists (select from app_users u
                   where u.app_id = $1 and u.email = $2 and u.verified_date is not null)
       or exists (select from apps a
                    join members m on m.workspace_id = a.workspace_id and m.email = $2 and not m.is_service
                   where a.id = $1 and m.status = 'joined' and m.access_state = 'active'
                     and (m.role <> 'guest' or exists (select from collaborators c
                           where c.app_id = a.id and c.user_id = m.user_id))) as found`,
)

/** Whether the email is of somebody who may use the app: of its workspace, or one of its own users. */
export async function isPersonOfApp(db: Db, appId: string, email: string): Promise<boolean> {
  const [row] = await personOfApp(db, [appId, email.toLowerCase()])
  return row?.found === true
}
