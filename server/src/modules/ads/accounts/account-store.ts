import { Id, OneOf } from '@atrium/contract'
import { AdAccount } from '@atrium/contract/ads-accounts'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { boolean, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const adAccounts = table(
  'ad_accounts',
  {
    id: text(Id),
    app_id: text(Id),
    /** PENDING: what became of the request for it is not known yet. */
    status: text(AdAccount.properties.status),
    account_name: text(Type.String({ minLength: 1, maxLength: 255 })),
    currency_code: text(Type.String({ pattern: '^[A-Z]{3}$' })),
    timezone: text(Type.String({ minLength: 1, maxLength: 64 })),
    platform: text(OneOf(['sandbox', 'google'])).default('sandbox'),
    /** Null while PENDING. */
    platform_customer_id: text(Id).nullable(),
    reference: text(Id),
    billing_hold: boolean().default(false),
    terms_accepted_date: time().nullable(),
    terms_accepted_by: text(Id).nullable(),
    tracking_verified_date: time().nullable(),
    tracking_first_date: time().nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type AdAccountRow = RowOf<typeof adAccounts>
export type AccountStatus = AdAccountRow['status']

const COLUMNS = adAccounts.columns()

const selectAccount = prepared<AdAccountRow>(
  'ad_account_of_app',
  `select ${COLUMNS} from ad_accounts where app_id = $1`,
)

const selectAccounts = prepared<AdAccountRow>(
  'ad_accounts_of_apps',
  `select ${COLUMNS} from ad_accounts where app_id = any($1::text[]) order by updated_date desc limit $2`,
)

const selectTracking = prepared<{ tracking_verified_date: Date | null }>(
  'ad_account_tracking',
  `select coalesce(tracking_first_date, tracking_verified_date) as tracking_verified_date
     from ad_accounts where reference = $1`,
)

// Who verifies tracking waits until this transaction is over, and so finds what it adds.
const lockTracking = prepared<{ tracking_verified_date: Date | null }>(
  'ad_account_lock_tracking',
  'select tracking_verified_date from ad_accounts where id = $1 for share',
)

const insertPending = prepared<AdAccountRow>(
  'ad_account_insert',
  `insert into ad_accounts (id, app_id, platform, reference, status, account_name, currency_code, timezone,
                            created_date, updated_date)
   values ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8, $8)
   on conflict do nothing
   returning ${COLUMNS}`,
)

const updateOpened = prepared<AdAccountRow>(
  'ad_account_opened',
  `update ad_accounts
      set status = $2, platform_customer_id = $3, currency_code = $4, updated_date = $5
    where id = $1 and status = 'PENDING'
    returning ${COLUMNS}`,
)

const updateStatus = prepared<AdAccountRow>(
  'ad_account_status',
  `update ad_accounts set status = $2, updated_date = $3
    where id = $1 and status <> 'PENDING'
    returning ${COLUMNS}`,
)

const deletePending = prepared<{ id: string }>(
  'ad_account_forget',
  `delete from ad_accounts where id = $1 and status = 'PENDING' returning id`,
)

const updateTerms = prepared<AdAccountRow>(
  'ad_account_terms',
  `update ad_accounts set terms_accepted_date = $3, terms_accepted_by = $4, updated_date = $3
    where app_id = $1 and id = $2 and terms_accepted_date is null
    returning ${COLUMNS}`,
)

export async function accountOf(db: Db, appId: string): Promise<AdAccountRow | null> {
  const [row] = await selectAccount(db, [appId])
  return row ?? null
}

/** Those of several apps, the ones that changed last first. */
export async function accountsOf(db: Db, appIds: readonly string[], most: number): Promise<AdAccountRow[]> {
  return selectAccounts(db, [appIds, most])
}

/** Since when the app behind an account's reference reports conversions; null: it does not. */
export async function trackingSince(db: Db, reference: string): Promise<Date | null> {
  const [row] = await selectTracking(db, [reference])
  return row?.tracking_verified_date ?? null
}

/** For one transaction: whether a campaign that is added now has to wait for tracking. */
export async function isTrackingVerified(tx: Db, accountId: string): Promise<boolean> {
  const [row] = await lockTracking(tx, [accountId])
  return row !== undefined && row.tracking_verified_date !== null
}

export type NewAccountRow = Pick<
  AdAccountRow,
  'id' | 'app_id' | 'platform' | 'reference' | 'account_name' | 'currency_code' | 'timezone' | 'created_date'
>

/** PENDING; null when the app has an account already. */
export async function insertAccount(db: Db, row: NewAccountRow): Promise<AdAccountRow | null> {
  const [inserted] = await insertPending(db, [
    ...[row.id, row.app_id, row.platform, row.reference],
    ...[row.account_name, row.currency_code, row.timezone, row.created_date],
  ])
  return inserted ?? null
}

/** The platform has it, in that currency. Null when it is not PENDING any more. */
export async function openAccount(
  db: Db,
  id: string,
  opened: Pick<AdAccountRow, 'status' | 'platform_customer_id' | 'currency_code'>,
  now: Date,
): Promise<AdAccountRow | null> {
  const { status, platform_customer_id, currency_code } = opened
  const [row] = await updateOpened(db, [id, status, platform_customer_id, currency_code, now])
  return row ?? null
}

export async function setAccountStatus(
  db: Db,
  id: string,
  status: AccountStatus,
  now: Date,
): Promise<AdAccountRow | null> {
  const [row] = await updateStatus(db, [id, status, now])
  return row ?? null
}

/** For one that surely was not opened. */
export async function deletePendingAccount(db: Db, id: string): Promise<void> {
  await deletePending(db, [id])
}

/** Null when there is no such account, or when its terms were accepted before. */
export async function acceptTerms(
  db: Db,
  account: { app_id: string; id: string },
  by: { date: Date; user_id: string | null },
): Promise<AdAccountRow | null> {
  const [row] = await updateTerms(db, [account.app_id, account.id, by.date, by.user_id])
  return row ?? null
}
