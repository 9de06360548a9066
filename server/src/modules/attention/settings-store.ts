import { OneOf } from '@atrium/contract'
import { ATTENTION_SEVERITIES } from '@atrium/contract/attention'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { boolean, type RowOf, table, text, texts, time } from '../../platform/database/table.ts'
import type { GivenApp } from './viewer.ts'

const A_CHOICE = 'what a person wants to be sent by this installation'
export const attentionSettings = table(
  'attention_settings',
  {
    workspace_id: text(),
    user_id: text(),
    mail: boolean(),
    webhook_url: text().nullable(),
    least_severity: text(OneOf(ATTENTION_SEVERITIES)),
    known_ids: texts(),
    mailed_at: time().nullable(),
    next_look_at: time(),
  },
  { key: ['workspace_id', 'user_id'], notArchived: A_CHOICE },
)
export type SettingsRow = RowOf<typeof attentionSettings>
export type SettingsKey = Pick<SettingsRow, 'workspace_id' | 'user_id'>
type Tables = { attention_settings: SettingsRow }

/** Somebody who wants to be sent what is new, and is still of the workspace. */
export interface NotifiedMember {
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  workspace_name: string
  given: readonly GivenApp[]
}

const notifiedMember = prepared<NotifiedMember>(
  'attention_notified_member',
  `select u.email, m.role, w.name as workspace_name,
          coalesce((select json_agg(json_build_object('app_id', c.app_id, 'role', c.role))
                      from collaborators c join apps a on a.id = c.app_id and a.deleted_at is null
                     where c.user_id = m.user_id and a.workspace_id = m.workspace_id), '[]'::json) as given
     from members m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = $1 and m.user_id = $2 and m.status = 'joined' and m.access_state = 'active'
      and not m.is_service`,
)

/** As the person chose it, or as it is until they do. */
export function presentSettings(
  row: SettingsRow | undefined,
): Pick<SettingsRow, 'mail' | 'webhook_url' | 'least_severity'> {
  const { mail = false, webhook_url = null, least_severity = 'warning' } = row ?? {}
  return { mail, webhook_url, least_severity }
}

/** Whether there is anything to send at all. */
export function isOn({ mail, webhook_url }: Pick<SettingsRow, 'mail' | 'webhook_url'>): boolean {
  return mail || webhook_url !== null
}

export const settingsStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const of = ({ workspace_id, user_id }: SettingsKey) =>
    q
      .selectFrom('attention_settings')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('user_id', '=', user_id)
  return {
    async find(key: SettingsKey): Promise<SettingsRow | undefined> {
      return of(key).executeTakeFirst()
    },
    /** Held until the transaction ends. */
    async lock(key: SettingsKey): Promise<SettingsRow | undefined> {
      // Before the first choice there is no row to hold.
      const name = `attention settings ${key.workspace_id} ${key.user_id}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
      return of(key).forUpdate().executeTakeFirst()
    },
    async save(row: SettingsRow): Promise<void> {
      const { workspace_id, user_id, ...rest } = row
      await q
        .insertInto('attention_settings')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(rest))
        .execute()
    },
    async delete({ workspace_id, user_id }: SettingsKey): Promise<void> {
      await q
        .deleteFrom('attention_settings')
        .where('workspace_id', '=', workspace_id)
        .where('user_id', '=', user_id)
        .execute()
    },
    /** Those whose time has come; they are not due again before `next`. */
    async claimDue(now: Date, next: Date, limit: number): Promise<SettingsKey[]> {
      const { rows } = await sql<SettingsKey>`
        update attention_settings s set next_look_at = ${next}
          from (select workspace_id, user_id from attention_settings
                 where (mail or webhook_url is not null) and next_look_at <= ${now} order by next_look_at limit ${limit}
                   for update skip locked) due
         where s.workspace_id = due.workspace_id and s.user_id = due.user_id
        returning s.workspace_id, s.user_id`.execute(db)
      return rows
    },
    /** Null when they are not of the workspace any more. */
    async findMember({ workspace_id, user_id }: SettingsKey): Promise<NotifiedMember | null> {
      const [member] = await notifiedMember(db, [workspace_id, user_id])
      return member ?? null
    },
  }
}
