import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export interface MailedPerson {
  email: string
  app_name: string
  workspace_id: string
}

// Those who have lost access to the app must learn nothing more of it.
const personToMail = prepared<MailedPerson>(
  'connection_person_to_mail',
  `select u.email, a.name as app_name, a.workspace_id
     from apps a
     join members m on m.workspace_id = a.workspace_id and m.status = 'joined' and m.access_state = 'active'
                   and not m.is_service
     join users u on u.id = m.user_id
    where a.id = $1 and a.deleted_at is null
      and (m.role = 'owner'
           or m.user_id = $2
              and (m.role <> 'guest'
                   or exists (select 1 from collaborators c where c.app_id = a.id and c.user_id = m.user_id)))
    order by m.user_id = $2 desc
    limit 1`,
)

/** The one who connected a service, or the owner of the workspace when they are gone; null when the app is. */
export async function findPersonToMail(
  db: Db,
  appId: string,
  connectedBy: string | null,
): Promise<MailedPerson | null> {
  const [person] = await personToMail(db, [appId, connectedBy ?? ''])
  return person ?? null
}
