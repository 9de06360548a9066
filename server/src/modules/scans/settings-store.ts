import type { ScanSettings } from '@atrium/contract/scans'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import type { SettingsRow } from './tables.ts'

export type Settings = Static<typeof ScanSettings>

/** What holds for apps that nobody configured. */
const UNSET = { on_publish: false, nightly: false, mail: true }

export const settingsStore = (db: Db) => ({
  /** Undefined when there is no such app any more. Until the end of a transaction nobody else changes them. */
  async lock(appId: string): Promise<Settings | undefined> {
    await sql`select from apps where id = ${appId} for no key update`.execute(db)
    return this.find(appId)
  },
  async find(appId: string): Promise<Settings | undefined> {
    const { rows } = await sql<Settings>`
      select a.static_code_enabled, a.dependency_scan_enabled,
             coalesce(s.on_publish, ${UNSET.on_publish}) as on_publish,
             coalesce(s.nightly, ${UNSET.nightly}) as nightly, coalesce(s.mail, ${UNSET.mail}) as mail
        from apps a left join scan_settings s on s.app_id = a.id
       where a.id = ${appId} and a.deleted_at is null`.execute(db)
    return rows[0]
  },
  async save({ app_id, on_publish, nightly, mail }: SettingsRow): Promise<void> {
    await sql`
      insert into scan_settings (app_id, on_publish, nightly, mail)
      values (${app_id}, ${on_publish}, ${nightly}, ${mail})
      on conflict (app_id) do update
         set on_publish = excluded.on_publish, nightly = excluded.nightly, mail = excluded.mail`.execute(db)
  },
})
