/** The statements that bring the list's copy of credits_used, last_active and last_seen up to date. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, boolean, date, numeric, table, text, time } from '../../platform/database/table.ts'

/** The live values. */
export const memberActivity = table(
  'member_activity',
  {
    workspace_id: text(),
    user_id: text(),
    month: date().nullable(),
    credits_used: numeric(),
    last_active: time().nullable(),
    last_seen: time().nullable(),
    changed: boolean(),
  },
  { key: ['workspace_id', 'user_id'], notArchived: 'the members go out with a copy of it' },
)
const OF_LISTS = 'it says how fresh the lists of this database are'
export const memberLists = table(
  'member_lists',
  { workspace_id: text(), epoch: bigint() },
  { key: ['workspace_id'], notArchived: OF_LISTS },
)
export const memberCopies = table(
  'member_copies',
  { workspace_id: text(), epoch: bigint(), renewed_at: time() },
  { key: ['workspace_id'], notArchived: OF_LISTS },
)

// The two ways to be behind; `$1` is the workspace, `$2` this month. What an older month used is over. Each has its
// own index, so they are asked for one after the other.
const CHANGED = 'a.workspace_id = $1 and a.changed'
const OLD_MONTH = 'a.workspace_id = $1 and a.month < $2::date'

// `$3` is when a copy that was made then is too old.
const isDue = prepared<{ is_due: boolean }>(
  'member_copy_is_due',
  `select (c.workspace_id is null or c.renewed_at <= $3 or c.epoch <> coalesce(l.epoch, 0))
          and (exists (select from member_activity a where ${CHANGED})
               or exists (select from member_activity a where ${OLD_MONTH})) as is_due
     from (select $1::text as workspace_id) w
     left join member_lists l on l.workspace_id = w.workspace_id
     left join member_copies c on c.workspace_id = w.workspace_id`,
)

// Rows that others hold wait for the next time, so that nobody waits for them here.
const copying = (name: string, behind: string) =>
  prepared<{ copied: number }>(
    `copy_member_activity_${name}`,
    `with taken as (
       select a.user_id, case when a.month = $2::date then a.credits_used else 0 end as credits_used,
              a.last_active, a.last_seen
         from member_activity a
         join members m on m.workspace_id = a.workspace_id and m.user_id = a.user_id
        where ${behind}
        limit $3
          for update of a, m skip locked),
     settled as (
       update member_activity a
          set changed = false, credits_used = taken.credits_used,
              month = case when a.month = $2::date then a.month end
         from taken where a.workspace_id = $1 and a.user_id = taken.user_id),
     renewed as (
       update members m
          set credits_used = taken.credits_used, last_active = taken.last_active, last_seen = taken.last_seen
         from taken
        where m.workspace_id = $1 and m.user_id = taken.user_id
          and (m.credits_used, m.last_active, m.last_seen)
              is distinct from (taken.credits_used, taken.last_active, taken.last_seen))
     select count(*) as copied from taken`,
  )

const passingOver = (name: string, behind: string) =>
  prepared(
    `pass_over_leavers_${name}`,
    `update member_activity a
        set changed = false, credits_used = case when a.month = $2::date then a.credits_used else 0 end,
            month = case when a.month = $2::date then a.month end
      where ${behind}
        and not exists (select from members m where m.workspace_id = a.workspace_id and m.user_id = a.user_id)`,
  )

const copies = [copying('changed', CHANGED), copying('old_month', OLD_MONTH)]
const passes = [passingOver('changed', CHANGED), passingOver('old_month', OLD_MONTH)]

export const memberStatsStore = (db: Db) => ({
  async isDue(workspaceId: string, month: string, tooOld: Date): Promise<boolean> {
    const [row] = await isDue(db, [workspaceId, month, tooOld])
    return row?.is_due === true
  },
  /** Until the end of the transaction no other renews this copy. */
  async lock(workspaceId: string): Promise<void> {
    await sql`insert into member_copies (workspace_id, epoch, renewed_at) values (${workspaceId}, -1, '-infinity')
      on conflict do nothing`.execute(db)
    await sql`select from member_copies where workspace_id = ${workspaceId} for update`.execute(db)
  },
  async readEpoch(workspaceId: string): Promise<number> {
    const { rows } = await sql<{ epoch: number }>`
      select epoch from member_lists where workspace_id = ${workspaceId}`.execute(db)
    return rows[0]?.epoch ?? 0
  },
  /** Returns how many rows it took, at most so many. */
  async copy(workspaceId: string, month: string, most: number): Promise<number> {
    let copied = 0
    for (const copy of copies) {
      const [row] = await copy(db, [workspaceId, month, most - copied])
      copied += row?.copied ?? 0
    }
    return copied
  },
  /** Who has left is in no list. */
  async passOverLeavers(workspaceId: string, month: string): Promise<void> {
    for (const passOver of passes) await passOver(db, [workspaceId, month])
  },
  async markRenewed(workspaceId: string, epoch: number, now: Date): Promise<void> {
    await sql`update member_copies set epoch = ${epoch}, renewed_at = ${now}
      where workspace_id = ${workspaceId}`.execute(db)
  },
  /** The workspaces that have more to copy than a request should wait for. */
  async workspacesFarBehind(more: number): Promise<string[]> {
    const { rows } = await sql<{ workspace_id: string }>`
      select workspace_id from member_activity where changed group by workspace_id having count(*) > ${more}`.execute(
      db,
    )
    return rows.map(({ workspace_id }) => workspace_id)
  },
})
