import { OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type RowOf, table, text, time } from '../../platform/database/table.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'
import { holdsName } from '../apps/name-search-store.ts'

export const mails = table(
  'mails',
  {
    id: text(),
    workspace_id: text().nullable(),
    recipient: text(),
    /** Shown instead of the name of the usual sender. */
    from_name: text().nullable(),
    subject: text(),
    /** Encrypted; null once a mail server has it, or refused it for good. */
    sealed_text: text().nullable(),
    status: text(OneOf(['kept', 'waiting', 'sent', 'failed'])),
    error: text().nullable(),
    created_date: time(),
    sent_date: time().nullable(),
  },
  { key: ['id'], notArchived: 'it was sent from this installation' },
)
export type MailRow = RowOf<typeof mails>

type Tables = { mails: MailRow }

export const mailStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const waiting = (id: string) => q.updateTable('mails').where('id', '=', id).where('status', '=', 'waiting')
  return {
    async insert(row: MailRow): Promise<void> {
      await q.insertInto('mails').values(row).execute()
    },
    /** Newest first; a search goes along the index of the workspace, which has 60 days at most. */
    async list(
      workspaceId: string,
      { search, status }: MailFilter,
      after: Position | undefined,
      limit: number,
    ): Promise<MailRow[]> {
      let query = q.selectFrom('mails').selectAll().where('workspace_id', '=', workspaceId)
      if (status) query = query.where('status', '=', status)
      if (search !== '')
        query = query.where((where) =>
          where.or([holdsName(sql.ref('recipient'), search), holdsName(sql.ref('subject'), search)]),
        )
      if (after) query = query.where(comesAfter(after))
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
    async findWaiting(id: string): Promise<(MailRow & { sealed_text: string }) | undefined> {
      const row = await q
        .selectFrom('mails')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .executeTakeFirst()
      return row?.sealed_text ? { ...row, sealed_text: row.sealed_text } : undefined
    },
    async markKept(id: string): Promise<void> {
      await waiting(id).set({ status: 'kept', error: null }).execute()
    },
    async markSent(id: string, sent_date: Date): Promise<void> {
      await waiting(id).set({ status: 'sent', sealed_text: null, sent_date, error: null }).execute()
    },
    async recordFailure(id: string, error: string): Promise<void> {
      await waiting(id).set({ error }).execute()
    },
    async markFailed(id: string, error: string): Promise<void> {
      await waiting(id).set({ status: 'failed', sealed_text: null, error }).execute()
    },
    async deleteBefore(time: Date): Promise<void> {
      await q.deleteFrom('mails').where('created_date', '<', time).execute()
    },
  }
}

interface MailFilter {
  /** A part of the address or of the subject; all by an empty one. */
  search: string
  status: MailRow['status'] | undefined
}
