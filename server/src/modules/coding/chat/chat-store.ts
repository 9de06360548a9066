import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type ChatMessageRow, chatMessages } from '../tables.ts'

/** How long a worker that was not seen still has its turn. */
export const CHAT_LEASE_SECONDS = 60
/** How often a turn may lose its worker before it has failed. */
export const MOST_CHAT_TRIES = 3

/** With the email of the person who wrote it. */
export type SentChat = ChatMessageRow & { email: string | null }

/** The worker that holds a turn: nobody else may write it. */
export interface ChatHolder {
  id: string
  worker: string
}

export type ChatEnding = Pick<ChatMessageRow, 'state' | 'error_code' | 'error_message' | 'reply'> & {
  state: 'completed' | 'failed'
}

/** What is stored together with the changed code. */
export type AppliedChat = Pick<ChatMessageRow, 'reply' | 'files' | 'entities' | 'applied_revision'>

const COLUMNS = sql.raw(chatMessages.columns('c'))
const IS_OPEN = sql<boolean>`c.state in ('queued', 'running')`
const isHeldBy = ({ id, worker }: ChatHolder) =>
  sql<boolean>`c.id = ${id} and c.worker = ${worker} and c.state = 'running'`
const leaseFrom = (now: Date) => new Date(now.getTime() + CHAT_LEASE_SECONDS * 1_000)

export const chatStore = (db: Db) => ({
  async find(appId: string, id: string): Promise<SentChat | undefined> {
    const { rows } = await sql<SentChat>`
      select ${COLUMNS}, u.email from chat_messages c left join users u on u.id = c.user_id
       where c.id = ${id} and c.app_id = ${appId}`.execute(db)
    return rows[0]
  },
  /** Newest first, after the one that the page before ended with. */
  async list(appId: string, after: string | undefined, limit: number): Promise<SentChat[]> {
    const position = after === undefined ? sql`true` : sql`c.id < ${after}`
    const { rows } = await sql<SentChat>`
      select ${COLUMNS}, u.email from chat_messages c left join users u on u.id = c.user_id
       where c.app_id = ${appId} and ${position} order by c.id desc limit ${limit}`.execute(db)
    return rows
  },
  /** What was said before, oldest first. */
  async listEarlier(
    appId: string,
    before: string,
    limit: number,
  ): Promise<{ text: string; reply: string }[]> {
    const { rows } = await sql<{ text: string; reply: string }>`
      select c.text, c.reply from chat_messages c
       where c.app_id = ${appId} and c.id < ${before} and c.state = 'completed' and c.reply is not null
       order by c.id desc limit ${limit}`.execute(db)
    return rows.reverse()
  },
  /** False when the app is gone; until the transaction ends it is not deleted. */
  async lockApp(appId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from apps where id = ${appId} and deleted_at is null for key share`.execute(db)
    return rows.length > 0
  },
  /** False when the app has a turn that waits or runs. */
  async insert(chat: ChatMessageRow): Promise<boolean> {
    return (await chatMessages.insertNew(db, [chat])).length > 0
  },
  async listOpenOfApp(appId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select c.id from chat_messages c where c.app_id = ${appId} and ${IS_OPEN}`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** Takes the turn that waits the longest, or whose worker was lost; undefined when there is none. */
  async claimOldest(worker: string, now: Date): Promise<SentChat | undefined> {
    const { rows } = await sql<SentChat>`
      with claimed as (
        update chat_messages
           set state = 'running', worker = ${worker}, leased_until = ${leaseFrom(now)}, tries = tries + 1
         where id = (select c.id from chat_messages c join apps a on a.id = c.app_id and a.deleted_at is null
                      where ${IS_OPEN} and (c.leased_until is null or c.leased_until < ${now})
                        and c.tries < ${MOST_CHAT_TRIES}
                      order by c.created_date, c.id limit 1 for update of c skip locked)
        returning *)
      select ${COLUMNS}, u.email from claimed c left join users u on u.id = c.user_id`.execute(db)
    return rows[0]
  },
  /** Null when somebody else has the turn, or it has ended. */
  async extend(holder: ChatHolder, now: Date): Promise<true | null> {
    const { rows } = await sql`
      update chat_messages c set leased_until = ${leaseFrom(now)}
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0 || null
  },
  /** False when somebody else has the turn. */
  async saveTurns(
    holder: ChatHolder,
    { turns, base_revision }: Pick<ChatMessageRow, 'turns' | 'base_revision'>,
  ): Promise<boolean> {
    const { rows } = await sql`
      update chat_messages c set turns = ${JSON.stringify(turns)}::json, base_revision = ${base_revision}
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** Locked until the end of the transaction; undefined when somebody else has it, or it has ended. */
  async lockHeld(holder: ChatHolder): Promise<ChatMessageRow | undefined> {
    const { rows } = await sql<ChatMessageRow>`
      select ${COLUMNS} from chat_messages c where ${isHeldBy(holder)} for update`.execute(db)
    return rows[0]
  },
  async lockOpen(id: string): Promise<ChatMessageRow | undefined> {
    const { rows } = await sql<ChatMessageRow>`
      select ${COLUMNS} from chat_messages c where c.id = ${id} and ${IS_OPEN} for update`.execute(db)
    return rows[0]
  },
  /** Under `lockHeld`. */
  async apply(id: string, { reply, files, entities, applied_revision }: AppliedChat): Promise<void> {
    await sql`
      update chat_messages
         set reply = ${reply}, files = ${JSON.stringify(files)}::json, entities = ${JSON.stringify(entities)}::jsonb,
             applied_revision = ${applied_revision}
       where id = ${id}`.execute(db)
  },
  async savePreview(id: string, preview: { revision_id: string; url: string }): Promise<void> {
    await sql`
      update chat_messages set revision_id = ${preview.revision_id}, preview_url = ${preview.url}
       where id = ${id}`.execute(db)
  },
  /** Under a lock. What it did is not needed any more. */
  async end(id: string, { state, error_code, error_message, reply }: ChatEnding, now: Date): Promise<void> {
    await sql`
      update chat_messages
         set state = ${state}, error_code = ${error_code}, error_message = ${error_message}, reply = ${reply},
             turns = '[]'::json, worker = null, leased_until = null, completed_at = ${now}
       where id = ${id}`.execute(db)
  },
  /** It waits again, and this try does not count. */
  async release(holder: ChatHolder): Promise<boolean> {
    const { rows } = await sql`
      update chat_messages c set state = 'queued', worker = null, leased_until = null, tries = tries - 1
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** The ids of those that nobody works at although they should be. */
  async listUnheld(now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select c.id from chat_messages c join apps a on a.id = c.app_id and a.deleted_at is null
       where ${IS_OPEN} and (c.leased_until is null or c.leased_until < ${now})
       order by c.created_date, c.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** What workers hold that are gone; only where nobody else can live. */
  async releaseAll(): Promise<void> {
    await sql`update chat_messages set leased_until = null where state = 'running'`.execute(db)
  },
})
