/**
 * Events of many requests in one statement. Anyone who adds some hears of it when they are stored: the first begin at once,
 * and what comes while they are being written is written together next. What would wait beyond the bounds is refused.
 */
import { createQueue } from '../../../platform/batch.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { databaseFailure } from '../../../platform/database/failures.ts'
import { isLostRace, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type EventBatch, newTo } from './event-batch.ts'
import { type Heartbeat, knownFrom, writeEvents, writeHeartbeats, writeNewEvents } from './event-store.ts'
import { createMarkBlocks, type MarkBlocks } from './mark-blocks.ts'

export interface EventBuffer {
  /** Returns how many of them were there already, once the others are stored. */
  add(batch: EventBatch, heartbeats: readonly Heartbeat[]): Promise<number>
  /** How many events wait or are being written. */
  waiting(): number
  /** When all that was added is stored or refused. */
  settle(): Promise<void>
}

export interface BufferSettings {
  db: Db
  clock: Clock
  onFlush(seconds: number): void
}

/** Events that may wait; more are refused. */
const MOST_EVENTS = 20_000
/** Of properties, in characters. */
const MOST_LENGTH = 32 * 1024 * 1024
/** In one statement: usually so much goes to the database in one piece, which then works while the next are read. */
const AT_ONCE = 1_000
const MOST_TRIES = 5
/** Where one was sent again, others will be: somebody lost the connection to us. */
const CAREFUL_TURNS = 100

interface Group {
  parts: Part[]
  /** Heartbeats included. */
  rows: number
  length: number
  marks: MarkBlocks
}
interface Part {
  sent: EventBatch
  /** Those whose mark did not stand in the group before. */
  batch: EventBatch
  heartbeats: readonly Heartbeat[]
  done: Done
}
interface Done {
  resolve(duplicates: number): void
  reject(error: unknown): void
}

export function createEventBuffer(settings: BufferSettings): EventBuffer {
  const { db, clock, onFlush } = settings
  /** The last group, as long as it takes more. */
  let open: Group | null = null
  let waitingRows = 0
  let waitingLength = 0
  /** For so many times nothing is expected to be new. */
  let careful = 0

  const write = async (batches: readonly EventBatch[], marks: MarkBlocks): Promise<number[]> => {
    const knownFor = knownFrom(clock.now().getTime())
    for (let tried = 1; ; tried++) {
      try {
        if (careful === 0) {
          const outcome = await writeNewEvents(db, batches, marks, knownFor)
          if (outcome === 'stored') return batches.map(() => 0)
          careful = CAREFUL_TURNS
        } else careful--
        return await transaction(db, (tx) => writeEvents(tx, batches, marks, knownFor))
      } catch (error) {
        if (tried === MOST_TRIES || !isLostRace(error)) throw error
      }
    }
  }

  const writeAll = async (
    batches: readonly EventBatch[],
    marks: MarkBlocks,
    heartbeats: readonly Heartbeat[],
  ) => {
    const hasEvents = batches.some(({ times }) => times.length > 0)
    const [counts] = await Promise.all([
      hasEvents ? write(batches, marks) : [],
      heartbeats.length > 0 ? writeHeartbeats(db, heartbeats) : undefined,
    ])
    return counts
  }

  const flush = async (group: Group): Promise<void> => {
    const began = performance.now()
    try {
      const counts = await writeAll(
        group.parts.map(({ batch }) => batch),
        group.marks,
        latestBeats(group),
      )
      group.parts.forEach(({ sent, batch, done }, place) => {
        done.resolve(sent.times.length - batch.times.length + (counts[place] ?? 0))
      })
    } catch (error) {
      const isShared = group.parts.length > 1 && databaseFailure(error) === null
      if (isShared) await flushEach(group)
      else for (const { done } of group.parts) done.reject(error)
    }
    onFlush((performance.now() - began) / 1000)
  }

  /** What one request sent must not be the ruin of the others. */
  const flushEach = async (group: Group): Promise<void> => {
    for (const { sent, heartbeats, done } of group.parts) {
      try {
        const marks = createMarkBlocks()
        const batch = newTo(marks, sent)
        const [count = 0] = await writeAll([batch], marks, heartbeats)
        done.resolve(sent.times.length - batch.times.length + count)
      } catch (error) {
        done.reject(error)
      }
    }
  }

  const queue = createQueue<Group>({
    most: 1,
    async send(groups) {
      // A turn later, so that what arrived together is written together.
      await new Promise((resolve) => setImmediate(resolve))
      for (const group of groups) {
        if (group === open) open = null
        await flush(group)
        waitingRows -= group.rows
        waitingLength -= group.length
      }
    },
  })

  return {
    add(batch, heartbeats) {
      const count = batch.times.length + heartbeats.length
      if (waitingRows + count > MOST_EVENTS || waitingLength + batch.json.length > MOST_LENGTH) {
        return Promise.reject(refuse('events_backlogged', { headers: { 'Retry-After': '1' } }))
      }
      if (!open || open.rows + count > AT_ONCE) {
        open = { parts: [], rows: 0, length: 0, marks: createMarkBlocks() }
        queue.add(open)
      }
      const group = open
      group.rows += count
      group.length += batch.json.length
      waitingRows += count
      waitingLength += batch.json.length
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      group.parts.push({
        sent: batch,
        batch: newTo(group.marks, batch),
        heartbeats,
        done: { resolve, reject },
      })
      return promise
    },
    waiting: () => waitingRows,
    settle: queue.settle,
  }
}

/** One for each user, the latest. */
function latestBeats({ parts }: Group): Heartbeat[] {
  const latest = new Map<string, Heartbeat>()
  for (const { heartbeats } of parts) {
    for (const beat of heartbeats) {
      const key = `${beat.app_id}\n${beat.user_id}`
      if (beat.seen_at > (latest.get(key)?.seen_at ?? 0)) latest.set(key, beat)
    }
  }
  return [...latest.values()]
}
