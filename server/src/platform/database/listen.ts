/** Messages between the nodes that share the database: NOTIFY, and one connection that listens. */
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import type { Connection } from './postmaster.ts'

export interface Notifications {
  /** Returns a function that ends the subscription. */
  on(channel: string, listener: (payload: string) => void): () => void
  /** The connection was lost and is back: what was sent in the meantime never arrives, so drop what you cached. */
  onReconnect(listener: () => void): void
  /** Resolves when every channel asked for so far is listened to. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Delivered when the transaction commits, and only then. The payload must be shorter than 8000 bytes. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('select pg_notify($1, $2)', [channel, payload]))
}

/** What the database calls the connection that each node has for this. */
export const NOTIFICATIONS_NAME = 'atrium notifications'

export function createNotifications(options: { connection: string | Connection; log: Log }): Notifications {
  const { connection, log } = options
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const reconnectListeners: (() => void)[] = []
  const closing = new AbortController()
  let client: pg.Client | null = null
  let isListening = Promise.withResolvers<void>()
  let asked: Promise<unknown> = Promise.resolve()
  const running = run()

  async function run(): Promise<void> {
    let failures = 0
    let hasListenedBefore = false
    while (!closing.signal.aborted) {
      try {
        await listenUntilLost(() => {
          failures = 0
          if (hasListenedBefore) callAll(reconnectListeners)
          hasListenedBefore = true
        })
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'the notification connection broke, connecting again')
      }
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), closing.signal)
    }
  }

  /** One after the other, which is how a connection wants it. */
  function ask(of: pg.Client, text: string): Promise<unknown> {
    const answer = asked.then(() => of.query(text))
    asked = answer.catch(() => {}) // the caller gets the error
    return answer
  }

  async function listen(of: pg.Client, channel: string): Promise<void> {
    await ask(of, `listen ${of.escapeIdentifier(channel)}`)
  }

  /** Throws when the connection breaks; returns when it is closed by us. */
  async function listenUntilLost(onListening: () => void): Promise<void> {
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {}) // it may break before anybody waits for it
    const mine = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: NOTIFICATIONS_NAME,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    mine.on('error', lost.reject)
    mine.on('end', () => lost.reject(new Error('Connection terminated')))
    mine.on('notification', ({ channel, payload }) => callAll(listeners.get(channel) ?? [], payload ?? ''))
    try {
      await mine.connect()
      for (const channel of listeners.keys()) await listen(mine, channel)
      client = mine
      // Channels that were added while the others were being asked for.
      for (const channel of listeners.keys()) await listen(mine, channel)
      onListening()
      isListening.resolve()
      while (!closing.signal.aborted) {
        await Promise.race([lost.promise, pause(HEARTBEAT_MS, closing.signal)])
        // A server that vanished without a word is noticed only by asking.
        if (!closing.signal.aborted) await ask(mine, 'select 1')
      }
    } finally {
      // Who waits for a connection that was never there goes on waiting for the next one.
      if (client) isListening = Promise.withResolvers()
      client = null
      await Promise.race([mine.end().catch(() => {}), pause(1_000, closing.signal)])
    }
  }

  function callAll<Args extends unknown[]>(those: Iterable<(...args: Args) => void>, ...args: Args): void {
    for (const listener of those) {
      try {
        listener(...args)
      } catch (error) {
        log.error({ err: error }, 'a listener for notifications failed')
      }
    }
  }

  return {
    on(channel, listener) {
      const those = listeners.get(channel) ?? new Set()
      those.add(listener)
      if (!listeners.has(channel)) {
        listeners.set(channel, those)
        // When this fails the connection is broken, and the next one listens to all.
        const current = client
        if (current) listen(current, channel).catch((error) => current.emit('error', error))
      }
      return () => those.delete(listener)
    },
    onReconnect(listener) {
      reconnectListeners.push(listener)
    },
    async ready() {
      await isListening.promise
      // Statements of one connection run in order: behind this one, all earlier LISTENs are done.
      if (client) await ask(client, 'select 1')
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
const HEARTBEAT_MS = 15_000

/** Ends early, and quietly, when it is no longer wanted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}
