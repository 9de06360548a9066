/** Changes on their way between the nodes: by notification, and what is too long for one by a row. */
import { createQueue } from '../batch.ts'
import type { Db } from '../database/db.ts'
import type { Notifications } from '../database/listen.ts'
import { makeId } from '../ids.ts'
import type { Log } from '../log.ts'
import { realtimeStore } from './store.ts'

const CHANNEL = 'realtime'
/** PostgreSQL takes less than 8000 bytes. */
const MAX_NOTIFICATION_BYTES = 7_900
const MESSAGES_AT_ONCE = 100
/** Texts that may wait while the database is slow; what comes then is dropped. */
const MOST_WAITING_CHARACTERS = 32 * 1024 * 1024

export interface OtherNodes {
  send(room: string, change: unknown): void
  /** The change may have to be fetched; null when it cannot be any more. */
  onMessage(hear: (room: string, fetch: () => Promise<unknown>) => void): void
  /** Resolves when all that was sent is on its way. */
  settle(): Promise<void>
}

export function createOtherNodes(options: {
  db: Db
  notifications: Notifications
  log: Log
  node: string
  onDropped(): void
}): OtherNodes {
  const { db, notifications, log, node, onDropped } = options
  const store = realtimeStore(db)
  let waitingCharacters = 0
  let sent = 0

  /** One statement after the other keeps the order. */
  const queue = createQueue<{ room: string; body: string }>({
    most: MESSAGES_AT_ONCE,
    async send(messages) {
      for (const { body } of messages) waitingCharacters -= body.length
      const long: { id: string; body: string }[] = []
      const reported = messages.map(({ room, body }) => {
        // Numbered, as PostgreSQL leaves out what it was sent before in the same transaction.
        const head = `${node} ${sent++} ${room}`
        const line = `${head} ${body}`
        if (Buffer.byteLength(line) <= MAX_NOTIFICATION_BYTES) return line
        const id = makeId('rtm')
        long.push({ id, body })
        return `${head} @${id}`
      })
      try {
        await store.send(CHANNEL, reported, long)
      } catch (error) {
        for (const _ of messages) onDropped()
        log.warn({ err: error, messages: messages.length }, 'other nodes could not be notified of changes')
      }
    },
  })

  return {
    send(room, change) {
      const body = JSON.stringify(change)
      if (waitingCharacters + body.length > MOST_WAITING_CHARACTERS) return onDropped()
      waitingCharacters += body.length
      queue.add({ room, body })
    },
    onMessage(hear) {
      notifications.on(CHANNEL, (line) => {
        const [from = '', number = '', room = ''] = line.split(' ', 3)
        if (from === node) return
        const body = line.slice(from.length + number.length + room.length + 3)
        hear(room, async () => {
          const text = body.startsWith('@') ? await store.longMessage(body.slice(1)) : body
          return text === null ? null : JSON.parse(text)
        })
      })
    },
    settle: queue.settle,
  }
}
