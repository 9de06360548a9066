import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { monthOf } from '../credits/month.ts'

/**
 * What an archive says of members that this transaction added becomes their live activity. Who was a member before
 * keeps theirs: leaving and coming back makes nobody's credits new.
 */
export async function startActivity(tx: Db, userIds: readonly string[], now: Date): Promise<void> {
  await sql`
    with started as (
      insert into member_activity (workspace_id, user_id, month, credits_used, last_active, last_seen, changed)
      select workspace_id, user_id, case when credits_used > 0 then ${monthOf(now)}::date end, credits_used,
             last_active, last_seen, false
        from members
       where user_id = any(${userIds}) and xmin = pg_current_xact_id()::xid
         and (credits_used > 0 or last_active is not null or last_seen is not null)
      on conflict do nothing
      returning workspace_id, month, credits_used)
    insert into workspace_credits as w (workspace_id, month, credits_used)
    select workspace_id, month, sum(credits_used) from started where month is not null group by workspace_id, month
    on conflict (workspace_id) do update set month = excluded.month,
      credits_used = excluded.credits_used + case when w.month = excluded.month then w.credits_used else 0 end`.execute(
    tx,
  )
}
