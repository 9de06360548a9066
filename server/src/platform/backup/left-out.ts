/** Paths that a backup cannot hold: one unreadable file of one tenant must not cost everybody the backup (G791). */
import type { Log } from '../log.ts'
import { oneLine } from '../text/one-line.ts'

export interface LeftOutList {
  count: number
  /** The first of them. */
  paths: { path: string; reason: string }[]
}

export interface LeftOut {
  add(path: string, reason: string): void
  /** It could be read after all. */
  remove(path: string): void
  list(): LeftOutList | null
}

/** Logs what a backup left out, for the operator. */
export function logLeftOut(
  log: Log,
  { id, left_out }: { id: string; left_out?: LeftOutList | undefined },
): void {
  if (!left_out) return
  const { count, paths } = left_out
  log.warn(
    { id, count, paths: paths.slice(0, 20) },
    'the backup is incomplete: it left out paths that cannot be read',
  )
}

/** A restore writes the path into a folder of its own, and no path of ours is nearly as long. */
const MOST_PATH_BYTES = 1_000
const MOST_NAME_BYTES = 255
const MOST_REMEMBERED = 10_000
const MOST_LISTED = 100

export function collectLeftOut(): LeftOut {
  const found = new Map<string, string>()
  let more = 0
  return {
    add(path, reason) {
      if (found.size < MOST_REMEMBERED || found.has(path)) found.set(path, reason)
      else more++
    },
    remove: (path) => void found.delete(path),
    list() {
      const paths = [...found].slice(0, MOST_LISTED)
      const listed = paths.map(([path, reason]) => ({
        path: oneLine(path, 300),
        reason: oneLine(reason, 100),
      }))
      return found.size === 0 ? null : { count: found.size + more, paths: listed }
    },
  }
}

/** Returns why a path cannot be brought back; null when it can. */
export function pathFault(path: string): string | null {
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) return 'the path is too long'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) return 'the name is too long'
  // U+FFFD stands for bytes that are not UTF-8.
  return /[\\\0\ufffd]/.test(name) ? 'the name cannot be restored' : null
}

/** Returns the code of an error of the file system; throws anything else. */
export function readFault(error: unknown): string {
  if (error instanceof Error && 'code' in error && 'syscall' in error) return String(error.code)
  throw error
}
