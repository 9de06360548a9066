import { CreditKind } from '@atrium/contract/credits'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { date, numeric, type RowOf, table, text, time } from '../../platform/database/table.ts'

const HERE = 'what was used on this installation'
export const creditUses = table(
  'credit_uses',
  {
    id: text(),
    workspace_id: text(),
    user_id: text(),
    app_id: text().nullable(),
    kind: text(CreditKind),
    amount: numeric(),
    created_date: time(),
  },
  { key: ['workspace_id', 'created_date', 'id'], notArchived: HERE },
)
export type CreditUseRow = RowOf<typeof creditUses>

export const creditHolds = table(
  'credit_holds',
  { key: text(), workspace_id: text(), user_id: text(), amount: numeric(), until: time() },
  { key: ['key'], notArchived: HERE },
)

export const workspaceCredits = table(
  'workspace_credits',
  { workspace_id: text(), month: date(), credits_used: numeric() },
  { key: ['workspace_id'], notArchived: 'it is the sum of what its members used' },
)

export interface Limits {
  /** The member's own limit, else the default of the workspace. */
  credit_limit: number | null
  is_default_limit: boolean
  monthly_limit: number | null
}

const LIMITS = `
  select coalesce(m.credit_limit, w.default_member_credit_limit) as credit_limit,
         m.credit_limit is null as is_default_limit, w.monthly_limit
    from workspaces w left join members m on m.workspace_id = w.id and m.user_id = $2
   where w.id = $1`

const readLimits = prepared<Limits>('credit_limits', LIMITS)

// Who holds credits under the same limit waits here until the other's transaction has ended: first the member,
// then the workspace.
const lockLimits = prepared<Limits>(
  'lock_credit_limits',
  `select credit_limit, is_default_limit, monthly_limit,
          case when credit_limit is not null
            then pg_advisory_xact_lock(hashtextextended('credits ' || $1 || ' ' || $2, 0))::text end,
          case when monthly_limit is not null
            then pg_advisory_xact_lock(hashtextextended('credits ' || $1, 0))::text end
     from (${LIMITS}) limits`,
)

// A use that begins again takes the place of its own earlier hold.
const insertHold = prepared<{ key: string }>(
  'hold_credits',
  `insert into credit_holds (${creditHolds.columns()})
   select $1, $2, $3, $4, $5
    where ($8::numeric is null or $8::numeric >= $4::numeric
             + coalesce((select credits_used from member_activity
                          where workspace_id = $2 and user_id = $3 and month = $7::date), 0)
             + coalesce((select sum(amount) from credit_holds
                          where workspace_id = $2 and user_id = $3 and until > $6 and key <> $1), 0))
      and ($9::numeric is null or $9::numeric >= $4::numeric
             + coalesce((select credits_used from workspace_credits
                          where workspace_id = $2 and month = $7::date), 0)
             + coalesce((select sum(amount) from credit_holds
                          where workspace_id = $2 and until > $6 and key <> $1), 0))
   on conflict (key) do update set amount = excluded.amount, until = excluded.until
   returning key`,
)

// A late use of a month that has ended is in the ledger, and counts nothing in the new month.
const counted = (table: string) => `
  month = greatest(${table}.month, excluded.month),
  credits_used = case when ${table}.month > excluded.month then ${table}.credits_used
                      when ${table}.month = excluded.month then ${table}.credits_used + excluded.credits_used
                      else excluded.credits_used end`

// One statement: it is all there or nothing is. The count of the workspace comes last, as everyone waits for it.
const insertUse = prepared(
  'spend_credits',
  `with held as (delete from credit_holds where key = $9),
     ledger as (
       insert into credit_uses (${creditUses.columns()})
       values ($1, $2, $3, $4, $5, $6, $7)),
     workspace as (
       insert into workspace_credits (workspace_id, month, credits_used) values ($2, $8, $6)
       on conflict (workspace_id) do update set ${counted('workspace_credits')})
   insert into member_activity (workspace_id, user_id, month, credits_used, last_active, changed)
   values ($2, $3, $8, $6, $7, true)
   on conflict (workspace_id, user_id) do update set ${counted('member_activity')},
     last_active = greatest(member_activity.last_active, excluded.last_active), changed = true`,
)

const deleteHold = prepared('release_credits', 'delete from credit_holds where key = $1')

const usedInMonth = prepared<{ credits_used: number; workspace_credits_used: number }>(
  'credits_used_in_month',
  `select coalesce((select credits_used from member_activity
                     where workspace_id = $1 and user_id = $2 and month = $3), 0) as credits_used,
          coalesce((select credits_used from workspace_credits
                     where workspace_id = $1 and month = $3), 0) as workspace_credits_used`,
)

export const creditStore = (db: Db) => ({
  async limits(workspaceId: string, userId: string): Promise<Limits | undefined> {
    const [limits] = await readLimits(db, [workspaceId, userId])
    return limits
  },
  /** As `limits`; until the end of the transaction nobody else holds credits under the same limits. */
  async lockLimits(workspaceId: string, userId: string): Promise<Limits | undefined> {
    const [limits] = await lockLimits(db, [workspaceId, userId])
    return limits
  },
  /** Returns whether there was room under the limits, which must be locked. */
  async hold(
    hold: RowOf<typeof creditHolds>,
    { credit_limit, monthly_limit }: Limits,
    now: Date,
    month: string,
  ): Promise<boolean> {
    const { key, workspace_id, user_id, amount, until } = hold
    const values = [key, workspace_id, user_id, amount, until, now, month, credit_limit, monthly_limit]
    return (await insertHold(db, values)).length > 0
  },
  async spend(row: CreditUseRow, month: string, holdKey: string): Promise<void> {
    const { id, workspace_id, user_id, app_id, kind, amount, created_date } = row
    await insertUse(db, [id, workspace_id, user_id, app_id, kind, amount, created_date, month, holdKey])
  },
  async release(key: string): Promise<void> {
    await deleteHold(db, [key])
  },
  async used(workspaceId: string, userId: string, month: string) {
    const [used] = await usedInMonth(db, [workspaceId, userId, month])
    return used ?? { credits_used: 0, workspace_credits_used: 0 }
  },
  async deleteOldHolds(before: Date): Promise<void> {
    await sql`delete from credit_holds where until < ${before}`.execute(db)
  },
})
