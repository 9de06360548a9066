import { Id, OneOf } from '@atrium/contract'
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
import {
  archivedColumns,
  archivedRow,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isTimeZone } from '../../../platform/time/local-days.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { type AdAccountRow, adAccounts } from '../accounts/account-store.ts'
import { accountReference } from '../launch/draft.ts'
import type { AdoptedAccount, PlatformArchive } from './platform-archive.ts'

const { created_date, updated_date, ...account } = archivedRow(adAccounts).properties

const ArchivedAccount = Type.Object({
  ...account,
  reference: Type.Optional(Id),
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
  created_date,
  updated_date,
})
type ArchivedAccount = Type.Static<typeof ArchivedAccount>

/** The advertising accounts of apps; those of the sandbox exist there afterwards. */
export function accountArchive(platform: PlatformArchive) {
  return collection({
    ...archiveOf(adAccounts),
    name: 'ads_accounts',
    row: ArchivedAccount,
    import: (tx, rows, context) => importAccounts(tx, platform, rows, context),
    export: (db, scope) => exportAccounts(db, platform, scope),
  })
}

type Rows = readonly ArchiveRow<ArchivedAccount>[]

async function importAccounts(
  tx: Db,
  platform: PlatformArchive,
  rows: Rows,
  context: ImportContext,
): Promise<number> {
  for (const { row, index } of rows) checkAccount(row, index, context)
  await requireReferences(tx, adAccounts, rows, context)
  const accounts = rows.map(({ row }) => accountOf(row, context.now))
  const added = new Set((await adAccounts.insertNew(tx, accounts)).map(({ id }) => id))
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
function accountOf(row: ArchivedAccount, now: Date): AdAccountRow {
  const stored = storedRow(adAccounts, row, now)
  const isHeld = row.status === 'BILLING_HOLD'
  return {
    ...stored,
    reference: row.reference ?? accountReference(row.app_id),
    status: isHeld ? 'ACTIVE' : row.status,
    billing_hold: isHeld || stored.billing_hold,
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

function adoptedOf(account: AdAccountRow): AdoptedAccount[] {
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

function exportAccounts(db: Db, platform: PlatformArchive, scope: ExportScope) {
  return byKey<AdAccountRow>(async (after, limit) => {
    const { rows } = await sql<AdAccountRow>`
      select ${archivedColumns(adAccounts)} from ad_accounts
       where id > ${after?.id ?? ''} and ${isOfExportedApp(scope, 'ad_accounts.app_id')}
       order by id limit ${limit}`.execute(db)
    const customers = rows.flatMap(({ platform_customer_id: id }) => (id === null ? [] : [id]))
    const goalsOf = await platform.goals(db, customers)
    return rows.map((row) => ({ ...row, goals: written(goalsOf.get(row.platform_customer_id ?? '')) }))
  })
}

function written(goals: readonly { category: string; name: string; created_date: Date }[] | undefined) {
  return goals?.map(({ category, name, created_date }) => ({ category, name, created_date })) ?? null
}
