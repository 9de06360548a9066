/** Looks into, and tortures, the database of a running Atrium past the API. */
import pg from 'pg'
import { SOCKET_PORT, socketFolderFor } from '../../server/src/platform/database/socket-folder.ts'

/** What PostgreSQL's own checks of tables and indexes find, and folders of which only half was written. */
export async function faultsOf(dataDir: string): Promise<string[]> {
  const client = await connect(dataDir)
  try {
    await client.query('create extension if not exists amcheck')
    const { rows: tables } = await client.query(TABLES)
    const { rows: halves } = await client.query(HALF_DONE)
    await client.query(INDEXES) // throws with what it finds
    return [...tables, ...halves].map(({ fault }) => fault)
  } catch (error) {
    return [`The check of the database failed: ${error}`]
  } finally {
    await client.end()
  }
}

/** Writes to the log of PostgreSQL alone until that cannot grow any more, which ends the server. */
export async function useUpLog(dataDir: string): Promise<void> {
  const client = await connect(dataDir)
  const isOver = new Promise((resolve) => client.once('error', resolve))
  const write = async () => {
    for (;;) await client.query("select pg_logical_emit_message(false, 'filling', repeat('x', 8000))")
  }
  await Promise.race([isOver, write().catch(() => {})])
  await client.end().catch(() => {})
}

async function connect(dataDir: string): Promise<pg.Client> {
  const host = socketFolderFor(dataDir).path
  const client = new pg.Client({ host, port: SOCKET_PORT, user: 'atrium', database: 'atrium' })
  client.on('error', () => {}) // a broken connection shows in what is asked through it
  await client.connect()
  return client
}

const TABLES = `
  select c.relname || ': ' || f.msg as fault
    from pg_class c join pg_am am on am.oid = c.relam and am.amname = 'heap'
    cross join lateral verify_heapam(c.oid::regclass) f
   where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p'`

const INDEXES = `
  select bt_index_check(i.indexrelid::regclass, true)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
   where am.amname = 'btree' and c.relpersistence = 'p' and c.relkind = 'i' and i.indisvalid`

/** A folder, and the notes of its creation and deletion, are written together. */
const HALF_DONE = `
  select coalesce(f.id, made.target_id) || ' is half done' as fault
    from folders f
    full join (select target_id from audit_log where action = 'folders.create') made on made.target_id = f.id
   where made.target_id is null
      or (f.id is null) <> exists (
           select from audit_log gone where gone.action = 'folders.delete' and gone.target_id = made.target_id)`
