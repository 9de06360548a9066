import { createQueue } from '../../../platform/batch.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { FunctionLog } from '../../../ports/function-runtime/port.ts'
import { logStore, type NewLine } from './log-store.ts'

/** What functions write, on its way into the database. */
export interface FunctionLogs {
  /** Costs the function nothing: it is written in the background. */
  record(line: FunctionLog): void
  /** Writes what was noted before. */
  settle(): Promise<void>
}

/** Of a message, in bytes. */
export const MOST_MESSAGE_BYTES = 8 * 1024
/** Of a function on this node; a line says how many there were beyond. */
export const MOST_LINES_A_MINUTE = 1_000
/** The same for what they hold. */
export const MOST_BYTES_A_MINUTE = 1024 * 1024
const MINUTE_MS = 60_000
/** How long the first of a batch waits for others. */
const GATHER_MS = 250
const BATCH = 500
/** When the database cannot keep up, lines beyond are lost. */
const MOST_WAITING = 20_000

interface Window {
  until: number
  lines: number
  bytes: number
  dropped: number
  last: FunctionLog
}

export function createFunctionLogs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): FunctionLogs {
  const windows = new Map<string, Window>()
  const queue = createQueue<NewLine>({
    most: BATCH,
    delayMs: GATHER_MS,
    async send(rows) {
      await tolerate(log, 'lines of functions could not be written', logStore(db).insert(rows), undefined)
      endWindows(clock.now().getTime())
    },
  })

  const add = ({ app_id, name, deployment_id, request_id, level, message, time }: FunctionLog) => {
    if (queue.waiting() >= MOST_WAITING) return
    queue.add({
      id: makeId('flg', time),
      ...{ app_id, function_name: name, deployment_id, request_id, level, time },
      message: storable(message),
    })
  }

  /** Says of each minute that is over how many lines it had too many. */
  const endWindows = (now: number) => {
    for (const [key, { until, dropped, last }] of windows) {
      if (until > now) continue
      windows.delete(key)
      if (dropped === 0) continue
      const message = `${dropped} lines were dropped: a function writes at most ${MOST_LINES_A_MINUTE} a minute, and ${MOST_BYTES_A_MINUTE / 1024} KiB`
      add({ ...last, request_id: null, level: 'warn', message })
    }
  }

  return {
    record(line) {
      const now = clock.now().getTime()
      endWindows(now)
      const key = `${line.app_id} ${line.name}`
      const window = windows.get(key) ?? {
        until: now + MINUTE_MS,
        lines: 0,
        bytes: 0,
        dropped: 0,
        last: line,
      }
      windows.set(key, window)
      window.last = line
      window.lines++
      window.bytes += Math.min(line.message.length, MOST_MESSAGE_BYTES)
      const isTooMuch = window.lines > MOST_LINES_A_MINUTE || window.bytes > MOST_BYTES_A_MINUTE
      if (isTooMuch) window.dropped++
      else add(line)
    },
    async settle() {
      endWindows(Infinity)
      await queue.settle()
    },
  }
}

/** Cut where it is too long, and without what no text in the database can hold. */
function storable(message: string): string {
  const text = message.toWellFormed().replaceAll('\0', '\ufffd')
  if (Buffer.byteLength(text) <= MOST_MESSAGE_BYTES) return text
  const bytes = Buffer.from(text).subarray(0, MOST_MESSAGE_BYTES - 3)
  // A character that was cut in two goes as a whole.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}…`
}
