import { setPriority } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import { limitAnswers } from './largest-answer.ts'
import type { Connection } from './postmaster.ts'
import { preparedName, sendPast } from './prepared.ts'
import { watchSilence } from './silence.ts'

declare module 'pg' {
  interface Client {
    /** Of the database's process for this connection; the typings leave it out. */
    processID: number
  }
}

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Connects when first used, so it succeeds while the database is still away. */
export function openDatabase(options: {
  /** A postgres:// address, or where the embedded server listens. */
  connection: string | Connection
  maxConnections?: number
  /** What the database calls us, for those who look who is connected. */
  name?: string
  /** Statements that take longer are ended by the server. */
  longestStatementMs?: number
  /** Statements that answer more are ended, with their connection. */
  largestAnswerBytes?: number
  /** Statements that write are refused. */
  isReadOnly?: boolean
  /** How far the database's processes for these connections stand behind others for the processor, where it runs here. */
  niceness?: number
  /** After so long without an answer a connection counts as dead. */
  longestSilenceMs?: number
  log: Log
}): Database {
  const { connection, maxConnections = 16, longestSilenceMs = LONGEST_SILENCE_MS, log } = options
  const {
    longestStatementMs = LONGEST_STATEMENT_MS,
    largestAnswerBytes,
    niceness,
    name = SERVER_NAME,
  } = options
  const pool = new pg.Pool({
    ...placeOf(connection, { longestStatementMs, isReadOnly: options.isReadOnly === true }),
    max: maxConnections,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    Client: NamingClient,
  })
  // The error itself drags the whole connection along, with its keys.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'an idle database connection broke')
  })
  // The pool listens only while a connection is idle; without a listener a break in a transaction ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watchSilence(client, longestSilenceMs, log)
    if (largestAnswerBytes !== undefined) limitAnswers(client, largestAnswerBytes)
    if (niceness !== undefined && typeof connection !== 'string') stepBack(client, niceness, log)
  })
  const db: Db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  sendPast(db, pool)
  return {
    db,
    pool,
    async close() {
      isClosing = true
      await db.destroy()
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** With its bounds. What an address says would win over what is given next to it, so there they stand in the address. */
function placeOf(
  connection: string | Connection,
  { longestStatementMs, isReadOnly }: { longestStatementMs: number; isReadOnly: boolean },
): pg.ClientConfig {
  if (typeof connection !== 'string') {
    return {
      ...connection,
      statement_timeout: longestStatementMs,
      ...(isReadOnly && { options: READ_ONLY }),
    }
  }
  const address = new URL(connection)
  const said = address.searchParams
  said.set('statement_timeout', String(longestStatementMs))
  if (isReadOnly) said.set('options', [said.get('options'), READ_ONLY].filter(Boolean).join(' '))
  return { connectionString: address.href }
}

const READ_ONLY = '-c default_transaction_read_only=on'

/** Where the system does not let us, they stand where all others do. */
function stepBack({ processID }: pg.Client, niceness: number, log: Log): void {
  try {
    setPriority(processID, niceness)
  } catch (cause) {
    log.warn({ err: cause }, 'a connection of the database could not be put behind the others')
  }
}

/** Connections of a server; a command of the operator has another name. */
export const SERVER_NAME = 'atrium'

/** The server ends a statement itself; only when not even that is heard of, the connection is dead. */
const LONGEST_STATEMENT_MS = 30_000
const LONGEST_SILENCE_MS = LONGEST_STATEMENT_MS + 15_000

/** Sends hot statements by their name. Kysely and the pool both pass the text first. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver have no common type
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' ? preparedName(text) : undefined
    if (name === undefined || !Array.isArray(values)) return super.query(text, values, callback)
    if (!callback) return super.query({ name, text, values })
    // Given as an object with a name, the driver would copy it property by property.
    return super.query(Object.assign(new pg.Query(text, values, callback), { name }))
  }
}

const INT8 = 20
const INT8_ARRAY: number = 1016 // the typings know no arrays
const NUMERIC = 1700

/** As the driver reads them, but counts and sums come as numbers; a bigint beyond their reach stays text. */
const NUMBER_PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [INT8_ARRAY, safeIntegers],
  [NUMERIC, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const own = format === 'binary' ? undefined : NUMBER_PARSERS.get(oid)
  return own ?? pg.types.getTypeParser(oid, format)
}

function safeInteger(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

function safeIntegers(text: string): unknown[] {
  const texts: (string | null)[] = pg.types.getTypeParser(INT8_ARRAY, 'text')(text)
  return texts.map((item) => (item === null ? null : safeInteger(item)))
}
