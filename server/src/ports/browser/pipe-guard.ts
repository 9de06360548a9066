/**
 * Pages decide how much the browser says to this process: a text of 30 MB in their console would end it. Playwright reads
 * everything, so what comes is counted before, and a browser that says too much is not listened to any more.
 */
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Readable } from 'node:stream'

export interface PipeGuard {
  /** Resolves when the browser said too much. */
  readonly flooded: Promise<void>
  /** New processes are not looked at any more. */
  stop(): void
}

/** Far more than snapshots, pictures and the events of a busy page need. */
const MOST_PRINTED_BYTES = 256 * 2 ** 10
const MOST_MESSAGE_BYTES = 16 * 2 ** 20
const BYTES = { most: 64 * 2 ** 20, perSecond: 8 * 2 ** 20 }
const MESSAGES = { most: 20_000, perSecond: 4_000 }

/** Of the process whose command names the folder, which is started after this. */
export function guardPipe(folder: string): PipeGuard {
  const flooded = Promise.withResolvers<void>()
  const onProcess = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process // as the channel is documented
    child.once('spawn', () => {
      if (!child.spawnargs.some((word) => word.includes(folder))) return
      const pipe = child.stdio[PIPE]
      if (pipe && 'read' in pipe) guard(pipe, flooded.resolve)
      for (const output of [child.stdout, child.stderr]) if (output) cutAfter(output, MOST_PRINTED_BYTES)
    })
  }
  subscribe('child_process', onProcess)
  return { flooded: flooded.promise, stop: () => void unsubscribe('child_process', onProcess) }
}

/** Where Chromium writes with `--remote-debugging-pipe`. */
const PIPE = 4

function guard(pipe: Readable, onFlood: () => void): void {
  const takeBytes = createBucket(BYTES)
  const takeMessages = createBucket(MESSAGES)
  const emit = pipe.emit.bind(pipe)
  let messageBytes = 0
  let isFlooded = false
  pipe.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values
    if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...values)
    if (isFlooded) return true
    let ends = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) ends++
    messageBytes = ends > 0 ? chunk.length - 1 - chunk.lastIndexOf(0) : messageBytes + chunk.length
    if (messageBytes <= MOST_MESSAGE_BYTES && takeBytes(chunk.length) && takeMessages(ends))
      return emit(event, chunk)
    isFlooded = true
    onFlood()
    return true
  }
}

/** What it prints matters only while it starts. */
function cutAfter(output: Readable, most: number): void {
  const emit = output.emit.bind(output)
  let left = most
  output.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values
    if (event === 'data' && Buffer.isBuffer(chunk)) {
      left -= chunk.length
      if (left < 0) return true
    }
    return emit(event, ...values)
  }
}

/** Says whether so much may still be taken; fills up again with time. */
function createBucket({ most, perSecond }: { most: number; perSecond: number }): (amount: number) => boolean {
  let left = most
  let since = performance.now()
  return (amount) => {
    const now = performance.now()
    left = Math.min(most, left + ((now - since) / 1000) * perSecond) - amount
    since = now
    return left >= 0
  }
}
