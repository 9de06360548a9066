import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import { type RowOf, table, text, time } from '../database/table.ts'

const OF_NOW = 'it is over when the server stops'
export const realtimeNodes = table(
  'realtime_nodes',
  { id: text(), until: time() },
  { key: ['id'], notArchived: OF_NOW },
)
export const realtimeInterests = table(
  'realtime_interests',
  { node_id: text(), room: text() },
  { key: ['node_id', 'room'], notArchived: OF_NOW },
)
export const realtimeMessages = table(
  'realtime_messages',
  { id: text(), body: text(), created_date: time() },
  { key: ['id'], notArchived: OF_NOW },
)

/** A node that was not heard of for so long is taken for dead. */
const NODE_LIFE = `interval '60 seconds'`

const NODE = `insert into realtime_nodes (id, until) values ($1, now() + ${NODE_LIFE}) on conflict (id) do nothing`

const addInterests = prepared<{ others: string[] }>(
  'realtime_add_interests',
  `with node as (${NODE}),
        interest as (insert into realtime_interests (node_id, room) select $1, unnest($2::text[])
                     on conflict do nothing)
   select pg_notify($3, $4), array(select id from realtime_nodes where until > now() and id <> $1) as others`,
)

const notify = prepared(
  'realtime_notify',
  'select pg_notify($1, reported) from unnest($2::text[]) as reported',
)

const removeInterest = prepared(
  'realtime_remove_interest',
  `with gone as (delete from realtime_interests where node_id = $1 and room = $2)
   select pg_notify($3, $4)`,
)

const renewNode = prepared<{ was_alive: boolean }>(
  'realtime_renew_node',
  `with before as (select until > now() as was_alive from realtime_nodes where id = $1 for update)
   update realtime_nodes set until = now() + ${NODE_LIFE} from before where id = $1 returning was_alive`,
)

const deleteDead = prepared('realtime_delete_dead', 'delete from realtime_nodes where until < now()')

const deleteAll = prepared('realtime_delete_nodes', 'delete from realtime_nodes')

const deleteRead = prepared(
  'realtime_delete_read',
  `delete from realtime_messages where created_date < now() - interval '60 seconds'`,
)

const removeNode = prepared(
  'realtime_remove_node',
  `with gone as (delete from realtime_nodes where id = $1) select pg_notify($2, $3)`,
)

const livingNodes = prepared<{ id: string }>(
  'realtime_living_nodes',
  'select id from realtime_nodes where until > now()',
)

const interestsOfOthers = prepared<RowOf<typeof realtimeInterests>>(
  'realtime_interests_of_others',
  `select i.node_id, i.room from realtime_interests i join realtime_nodes n on n.id = i.node_id
    where n.until > now() and i.node_id <> $1`,
)

const sendMessages = prepared(
  'realtime_send',
  `with long as (insert into realtime_messages (id, body) select * from unnest($1::text[], $2::text[]))
   select pg_notify($3, reported) from unnest($4::text[]) as reported`,
)

const longMessage = prepared<{ body: string }>(
  'realtime_long_message',
  'select body from realtime_messages where id = $1',
)

/** Everything commits as one statement: what is reported is stored. */
export const realtimeStore = (db: Db) => ({
  /** Returns the other nodes that are alive. */
  async add(node: string, rooms: readonly string[], channel: string, reported: string): Promise<string[]> {
    const [row] = await addInterests(db, [node, rooms, channel, reported])
    return row?.others ?? []
  },
  async notify(channel: string, reported: readonly string[]) {
    await notify(db, [channel, reported])
  },
  async remove(node: string, room: string, channel: string, reported: string) {
    await removeInterest(db, [node, room, channel, reported])
  },
  /** Returns whether others have taken the node for alive until now. */
  async renew(node: string): Promise<boolean> {
    const [row] = await renewNode(db, [node])
    return row?.was_alive === true
  },
  /** Those that were here before: nobody waits for them, or sends them anything. */
  async removeNodes(): Promise<void> {
    await deleteAll(db, [])
  },
  async clean() {
    await deleteDead(db, [])
    await deleteRead(db, [])
  },
  async removeNode(node: string, channel: string, reported: string) {
    await removeNode(db, [node, channel, reported])
  },
  async livingNodes(): Promise<string[]> {
    return (await livingNodes(db, [])).map(({ id }) => id)
  },
  async interestsOfOthers(node: string) {
    return interestsOfOthers(db, [node])
  },
  async send(channel: string, reported: readonly string[], long: readonly { id: string; body: string }[]) {
    await sendMessages(db, [long.map(({ id }) => id), long.map(({ body }) => body), channel, reported])
  },
  async longMessage(id: string): Promise<string | null> {
    const [row] = await longMessage(db, [id])
    return row?.body ?? null
  },
})
