import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type RowOf, table, text, time } from '../../platform/database/table.ts'
import { transaction } from '../../platform/database/transaction.ts'
import type { GivenApp, Viewer } from './viewer.ts'

const THEIR_OWN = 'what a person puts away for themselves'
export const attentionStates = table(
  'attention_states',
  {
    workspace_id: text(),
    user_id: text(),
    item_id: text(),
    snoozed_until: time().nullable(),
    created_date: time(),
  },
  { key: ['workspace_id', 'user_id', 'item_id'], notArchived: THEIR_OWN },
)
type StateRow = RowOf<typeof attentionStates>
type Tables = { attention_states: StateRow }

/** Of one person in one workspace; the oldest show again (G672). */
const MOST_PUT_AWAY = 1_000

const putAwayOf = prepared<Pick<StateRow, 'item_id' | 'snoozed_until'>>(
  'attention_put_away',
  `select item_id, snoozed_until from attention_states where workspace_id = $1 and user_id = $2
    order by created_date desc limit ${MOST_PUT_AWAY}`,
)

const givenApps = prepared<GivenApp>(
  'attention_given_apps',
  `select c.app_id, c.role from collaborators c join apps a on a.id = c.app_id
    where c.user_id = $2 and a.workspace_id = $1 and a.deleted_at is null`,
)

export const attentionStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** By the id of the item. */
    async putAway(workspaceId: string, userId: string): Promise<Map<string, { snoozed_until: Date | null }>> {
      const rows = await putAwayOf(db, [workspaceId, userId])
      return new Map(rows.map(({ item_id, snoozed_until }) => [item_id, { snoozed_until }]))
    },
    /** The apps of the workspace that somebody was given. */
    async givenApps(workspaceId: string, userId: string): Promise<GivenApp[]> {
      return givenApps(db, [workspaceId, userId])
    },
    async save(
      { workspace_id, user_id }: Pick<Viewer, 'workspace_id' | 'user_id'>,
      item_id: string,
      snoozed_until: Date | null,
      now: Date,
    ): Promise<void> {
      await transaction(db, async (tx) => {
        await sql`
          insert into attention_states (workspace_id, user_id, item_id, snoozed_until, created_date)
          values (${workspace_id}, ${user_id}, ${item_id}, ${snoozed_until}, ${now})
          on conflict (workspace_id, user_id, item_id)
          do update set snoozed_until = excluded.snoozed_until, created_date = excluded.created_date`.execute(
          tx,
        )
        await sql`
          delete from attention_states where (workspace_id, user_id, item_id) in (
            select workspace_id, user_id, item_id from attention_states
             where workspace_id = ${workspace_id} and user_id = ${user_id}
             order by created_date desc offset ${MOST_PUT_AWAY})`.execute(tx)
      })
    },
    async remove(
      { workspace_id, user_id }: Pick<Viewer, 'workspace_id' | 'user_id'>,
      itemId: string,
    ): Promise<void> {
      await q
        .deleteFrom('attention_states')
        .where('workspace_id', '=', workspace_id)
        .where('user_id', '=', user_id)
        .where('item_id', '=', itemId)
        .execute()
    },
    async deleteBefore(date: Date): Promise<void> {
      await q.deleteFrom('attention_states').where('created_date', '<', date).execute()
    },
  }
}
