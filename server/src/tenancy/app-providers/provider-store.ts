/** The providers of apps, and who their users are there. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { AppAddresses } from '../app-users/pages/allowed-origins.ts'
import { type AppProviderRow, appProviders } from '../openid/tables.ts'

const providersOf = prepared<AppProviderRow>(
  'app_providers',
  `select ${appProviders.columns('p')} from app_providers p join apps a on a.id = p.app_id
    where p.app_id = $1 and a.deleted_at is null order by p.created_date, p.provider limit 100`,
)

const entryOf = prepared<AppProviderRow & AppAddresses>(
  'app_provider',
  `select ${appProviders.columns('p')}, a.published_url, a.allowed_origins, a.allow_localhost
     from app_providers p join apps a on a.id = p.app_id
    where p.app_id = $1 and p.provider = $2 and p.is_enabled and a.deleted_at is null`,
)

const userOfSubject = prepared<{ user_id: string }>(
  'app_user_of_subject',
  'select user_id from app_user_identities where app_id = $1 and provider = $2 and subject = $3',
)

export interface AppIdentity {
  app_id: string
  provider: string
  subject: string
}

export const appProviderStore = (db: Db) => ({
  async list(appId: string): Promise<AppProviderRow[]> {
    return providersOf(db, [appId])
  },
  /** One that is turned on, with the addresses of its app. */
  async findEnabled(appId: string, provider: string) {
    const [row] = await entryOf(db, [appId, provider])
    return row
  },
  /** Others who change the providers of the app wait until the transaction ends. */
  async lock(appId: string): Promise<AppProviderRow[]> {
    await sql`select from apps where id = ${appId} for no key update`.execute(db)
    return providersOf(db, [appId])
  },
  async put(row: AppProviderRow): Promise<void> {
    await db
      .$extendTables<{ app_providers: AppProviderRow }>()
      .insertInto('app_providers')
      .values(row)
      .onConflict((conflict) => {
        const { id: _, app_id: __, provider: ___, created_date: ____, ...changed } = row
        return conflict.columns(['app_id', 'provider']).doUpdateSet(changed)
      })
      .execute()
  },
  async delete(appId: string, provider: string): Promise<boolean> {
    const { rows } = await sql`delete from app_providers where app_id = ${appId} and provider = ${provider}
      returning provider`.execute(db)
    return rows.length > 0
  },
  async dropIdentities(appId: string, provider: string): Promise<void> {
    await sql`delete from app_user_identities where app_id = ${appId} and provider = ${provider}`.execute(db)
  },
  async findUser({ app_id, provider, subject }: AppIdentity): Promise<string | null> {
    const [row] = await userOfSubject(db, [app_id, provider, subject])
    return row?.user_id ?? null
  },
  async hasIdentity(appId: string, provider: string, userId: string): Promise<boolean> {
    const { rows } = await sql`select from app_user_identities
      where app_id = ${appId} and user_id = ${userId} and provider = ${provider}`.execute(db)
    return rows.length > 0
  },
  async link({ app_id, provider, subject }: AppIdentity, userId: string, now: Date): Promise<void> {
    await sql`insert into app_user_identities (app_id, provider, subject, user_id, created_date)
      values (${app_id}, ${provider}, ${subject}, ${userId}, ${now})`.execute(db)
  },
})
