import { Id, Nullable, OneOf } from '@atrium/contract'
import { CONVERSION_TYPES } from '@atrium/contract/conversions'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isTimeZone } from '../../../platform/local-days.ts'
import type { AdAccountRow } from '../accounts/account-store.ts'
import { accountReference } from '../launch/draft.ts'
import type { AdoptedAccount, PlatformArchive } from './platform-archive.ts'

const STATUSES = ['PENDING', 'ACTIVE', 'BILLING_HOLD', 'SUSPENDED', 'CANCELED', 'CLOSED'] as const

const ArchivedAccount = Type.Object({
  id: Id,
  app_id: Id,
  status: OneOf(STATUSES),
  account_name: Type.String({ minLength: 1, maxLength: 255 }),
  currency_code: Type.String({ pattern: '^[A-Z]{3}$' }),
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  platform: Type.Optional(OneOf(['sandbox', 'google'])),
  platform_customer_id: Type.Optional(Nullable(Id)),
  reference: Type.Optional(Id),
  billing_hold: Type.Optional(Type.Boolean()),
  terms_accepted_date: Type.Optional(Nullable(ArchiveTime)),
  terms_accepted_by: Type.Optional(Nullable(Id)),
  tracking_verified_date: Type.Optional(Nullable(ArchiveTime)),
  tracking_first_date: Type.Optional(Nullable(ArchiveTime)),
  goals: Type.Optional(
    Type.Array(
      Type.Object(
        {
          category: OneOf(CONVERSION_TYPES),
          name: Type.String({ minLength: 1, maxLength: 255 }),
          created_date: Type.Optional(ArchiveTime),
        },
        { additionalProperties: false },
      ),
      { maxItems: CONVERSION_TYPES.length },
    ),
  ),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedAccount = Type.Static<typeof ArchivedAccount>

/** The advertising accounts of apps; those of the sandbox exist there afterwards. */
export function accountArchive(platform: PlatformArchive) {
  return collection({
    name: 'ads_accounts',
    after: ['apps'],
    row: ArchivedAccount,
    key: ({ id }) => [id],
    import: (tx, rows, context) => importAccounts(tx, platform, rows, context),
    export: (db, scope) => exportAccounts(db, platform, scope),
  })
}

const COLUMNS = {
  id: 'text',
  app_id: 'text',
  platform: 'text',
  reference: 'text',
  status: 'text',
  account_name: 'text',
  currency_code: 'text',
  timezone: 'text',
  platform_customer_id: 'text',
  billing_hold: 'boolean',
  terms_accepted_date: 'timestamptz',
  terms_accepted_by: 'text',
  tracking_verified_date: 'timestamptz',
  tracking_first_date: 'timestamptz',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

type IncomingAccount = AdAccountRow & { tracking_first_date: Date | null }
type Rows = readonly ArchiveRow<ArchivedAccount>[]

async function importAccounts(
  tx: Db,
  platform: PlatformArchive,
  rows: Rows,
  context: ImportContext,
): Promise<number> {
  for (const { row, index } of rows) checkAccount(row, index, context)
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const accounts = rows.map(({ row }) => accountOf(row, context.now))
  const added = new Set(await insertNew(tx, 'ad_accounts', COLUMNS, accounts, 'id'))
  await refuseSeconds(tx, rows, added, context)

  const fresh = accounts.filter(({ id }) => added.has(id))
  const adopted = fresh.flatMap(adoptedOf)
  const foreign = await platform.adoptAccounts(tx, adopted)
  const wrong = rows.find(({ row }) => added.has(row.id) && foreign.has(row.platform_customer_id ?? ''))
  if (wrong) context.fail(wrong.index, 'platform_customer_id', 'Another account has this id on the platform')
  const customers = new Set(adopted.map(({ customer_id }) => customer_id))
  const goals = rows.flatMap(({ row: { goals = [], platform_customer_id, ...row } }) =>
    goals.map(({ category, name, created_date = row.created_date ?? 'now' }) => ({
      ...{ customer_id: platform_customer_id ?? '', category, name },
      created_date: readTime(created_date, context.now),
    })),
  )
  await platform.adoptGoals(
    tx,
    goals.filter(({ customer_id }) => customers.has(customer_id)),
  )
  return added.size
}

function checkAccount(row: ArchivedAccount, index: number, context: ImportContext): void {
  if (!isTimeZone(row.timezone)) context.fail(index, 'timezone', `"${row.timezone}" is no time zone`)
  const hasId = typeof row.platform_customer_id === 'string'
  if (row.status !== 'PENDING' && !hasId)
    context.fail(index, 'platform_customer_id', 'Field required, unless the account is PENDING')
  if (row.status === 'PENDING' && hasId)
    context.fail(index, 'platform_customer_id', 'A PENDING account has none yet; leave it out')
}

/** A hold is a flag of ours: on the platform the account goes on. */
function accountOf(row: ArchivedAccount, now: Date): IncomingAccount {
  const time = (text: string | null | undefined) => (typeof text === 'string' ? readTime(text, now) : null)
  const created_date = time(row.created_date) ?? now
  const isHeld = row.status === 'BILLING_HOLD'
  return {
    id: row.id,
    app_id: row.app_id,
    platform: row.platform ?? 'sandbox',
    reference: row.reference ?? accountReference(row.app_id),
    status: isHeld ? 'ACTIVE' : row.status,
    account_name: row.account_name,
    currency_code: row.currency_code,
    timezone: row.timezone,
    platform_customer_id: row.platform_customer_id ?? null,
    billing_hold: isHeld || row.billing_hold === true,
    terms_accepted_date: time(row.terms_accepted_date),
    terms_accepted_by: row.terms_accepted_by ?? null,
    tracking_verified_date: time(row.tracking_verified_date),
    tracking_first_date: time(row.tracking_first_date),
    created_date,
    updated_date: time(row.updated_date) ?? created_date,
  }
}

/** An app has one account, and a reference means one. */
async function refuseSeconds(tx: Db, rows: Rows, added: ReadonlySet<string>, context: ImportContext) {
  const left = rows.filter(({ row }) => !added.has(row.id))
  if (left.length === 0) return
  const { rows: known } = await sql<{ id: string }>`
    select id from ad_accounts where id = any(${left.map(({ row }) => row.id)})`.execute(tx)
  const ids = new Set(known.map(({ id }) => id))
  const second = left.find(({ row }) => !ids.has(row.id))
  if (!second) return
  const { rows: ofApp } = await sql<{ id: string }>`
    select id from ad_accounts where app_id = ${second.row.app_id}`.execute(tx)
  const [other] = ofApp
  if (other) context.fail(second.index, 'app_id', `The app has the advertising account "${other.id}" already`)
  context.fail(second.index, 'reference', 'Another account has this reference')
}

function adoptedOf(account: IncomingAccount): AdoptedAccount[] {
  const { reference, currency_code, timezone, created_date, updated_date, status } = account
  if (account.platform !== 'sandbox' || account.platform_customer_id === null) return []
  const isRunning = status === 'PENDING' || status === 'ACTIVE' || status === 'BILLING_HOLD'
  return [
    {
      ...{ reference, currency_code, created_date },
      customer_id: account.platform_customer_id,
      name: account.account_name,
      time_zone: timezone,
      status: isRunning ? 'ENABLED' : status,
      stopped_at: isRunning ? null : updated_date,
    },
  ]
}

type ExportedAccount = { id: string; platform_customer_id: string | null } & {
  [Field in keyof ArchivedAccount]: unknown
}

function exportAccounts(db: Db, platform: PlatformArchive, scope: ExportScope) {
  return byKey<ExportedAccount>(async (after, limit) => {
    const { rows } = await sql<ExportedAccount>`
      select x.id, x.app_id, x.status, x.account_name, x.currency_code, x.timezone, x.platform, x.platform_customer_id,
             x.reference, x.billing_hold, x.terms_accepted_date, x.terms_accepted_by, x.tracking_verified_date,
             x.tracking_first_date, x.created_date, x.updated_date
        from ad_accounts x join apps a on a.id = x.app_id and a.deleted_at is null
       where x.id > ${after?.id ?? ''}
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by x.id limit ${limit}`.execute(db)
    const customers = rows.flatMap(({ platform_customer_id: id }) => (id === null ? [] : [id]))
    const goalsOf = await platform.goals(db, customers)
    return rows.map((row) => ({ ...row, goals: written(goalsOf.get(row.platform_customer_id ?? '')) }))
  })
}

function written(goals: readonly { category: string; name: string; created_date: Date }[] | undefined) {
  return goals?.map(({ category, name, created_date }) => ({ category, name, created_date })) ?? null
}
