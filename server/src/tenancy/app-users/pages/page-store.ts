/** What sign-in pages show of an app. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { AppAddresses } from './allowed-origins.ts'

interface PageApp {
  name: string
  logo_url: string | null
  /** Whether everybody may sign up, and so may see what it is called. */
  is_public: boolean
}

const pageApp = prepared<PageApp>(
  'app_of_page',
  `select name, logo_url, public_settings in ('public_with_login', 'public_without_login') as is_public
     from apps where id = $1 and deleted_at is null`,
)

type AddressedApp = AppAddresses & { id: string }

const addressesOf = prepared<AddressedApp>(
  'addresses_of_app',
  'select id, published_url, allowed_origins, allow_localhost from apps where id = $1 and deleted_at is null',
)

const publishedAt = prepared<AddressedApp>(
  'apps_published_at',
  `select id, published_url, allowed_origins, allow_localhost from apps
    where published_url = any($1) and deleted_at is null order by created_date, id limit 100`,
)

const invitedEmail = prepared<{ email: string }>(
  'email_of_invited_app_user',
  `select au.email from app_users au join apps a on a.id = au.app_id
    where au.app_id = $1 and au.user_id = $2 and au.email is not null and au.invited_date is not null
      and a.deleted_at is null`,
)

export const pageStore = (db: Db) => ({
  async app(appId: string): Promise<PageApp | undefined> {
    const [row] = await pageApp(db, [appId])
    return row
  },
  addressesOf: (appId: string): Promise<AddressedApp[]> => addressesOf(db, [appId]),
  publishedAt: (addresses: readonly string[]): Promise<AddressedApp[]> => publishedAt(db, [[...addresses]]),
  /** Null when they are not invited any more. */
  async invitedEmail(appId: string, userId: string): Promise<string | null> {
    const [row] = await invitedEmail(db, [appId, userId])
    return row?.email ?? null
  },
})
