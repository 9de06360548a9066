import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { WorkspaceRole } from '../access/roles.ts'

interface WorkspaceSummary {
  id: string
  name: string
  user_role: WorkspaceRole
  subscription_tier: 'free' | 'starter' | 'builder' | 'pro' | 'business' | 'enterprise'
  is_enterprise: boolean
}

interface Me {
  id: string
  email: string
  full_name: string
  workspaces: WorkspaceSummary[]
}

const meById = prepared<Me>(
  'me_by_id',
  `select u.id, u.email, u.full_name,
          coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'user_role', m.role,
                                                      'subscription_tier', w.plan,
                                                      'is_enterprise', w.plan = 'enterprise')
                                    order by m.joined_date, w.id)
                      from members m join workspaces w on w.id = m.workspace_id
                     where m.user_id = u.id and m.status = 'joined' and m.access_state = 'active'
                       and ($2::text is null or w.id = $2)), '[]'::json) as workspaces
     from users u where u.id = $1`,
)

const userByEmail = prepared<{ id: string; password_hash: string | null }>(
  'user_by_email',
  `select id, password_hash from users where email = $1 and not is_service`,
)

type Tables = {
  credentials: {
    id: string
    kind: string
    secret_hash: Buffer
    user_id: string
    created_date: Date
    expires_at: Date
  }
}

export const sessionStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** The user with their workspaces, or only the one workspace that a token reaches. */
    async getMe(userId: string, workspaceId: string | null): Promise<Me> {
      const [me] = await meById(db, [userId, workspaceId])
      if (!me) throw new Error(`user ${userId} of a valid credential is gone`)
      return me
    },
    async findByEmail(email: string) {
      const [user] = await userByEmail(db, [email])
      return user ?? null
    },
    async insert(row: Omit<Tables['credentials'], 'kind'>): Promise<void> {
      await q
        .insertInto('credentials')
        .values({ ...row, kind: 'session' })
        .execute()
    },
    /** False when it had ended before. */
    async delete(credentialId: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('credentials')
        .where('id', '=', credentialId)
        .where('kind', '=', 'session')
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    /** Sessions and tokens that ended before this time. */
    async deleteEnded(before: Date): Promise<void> {
      await q.deleteFrom('credentials').where('expires_at', '<', before).execute()
    },
  }
}
