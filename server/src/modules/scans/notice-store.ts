import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface MailedOwner {
  email: string
  app_name: string
  workspace_id: string
}

// Somebody who owns an app and has lost access to its workspace must learn nothing more of it.
const ownerToMail = prepared<MailedOwner>(
  'scan_owner_to_mail',
  `select u.email, a.name as app_name, a.workspace_id
     from apps a
     join users u on u.id = a.owner_id
     join members m on m.workspace_id = a.workspace_id and m.user_id = a.owner_id
                   and m.status = 'joined' and m.access_state = 'active'
                   and not m.is_service
     left join scan_settings s on s.app_id = a.id
    where a.id = $1 and a.deleted_at is null and coalesce(s.mail, true)`,
)

/** Whom to write to about an app; null when they do not want it, or are gone. */
export async function findOwnerToMail(db: Db, appId: string): Promise<MailedOwner | null> {
  const [owner] = await ownerToMail(db, [appId])
  return owner ?? null
}
