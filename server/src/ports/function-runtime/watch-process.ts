/** Ends a process that takes too much. Deno itself bounds only the heap of the code. */
import { readFile } from 'node:fs/promises'

export interface UseLimits {
  memoryBytes: number
  /** Time of a processor that it may take without a rest, and without a call that comes to its end. */
  busyMs: number
}

interface Use {
  bytes: number
  /** Of all its threads since it began. */
  cpuMs: number
}

const WATCH_MS = 200
/** A process without calls is looked at only every so many times. */
const IDLE_TURNS = 10
/** Linux counts in hundredths of a second for programs, whatever the machine. */
const TICK_MS = 10
/** Less than this in a whole second is a rest. */
const RESTING_MS = 30

/** The calls of a process: one that works through them may be busy for ever. */
export interface CallCounts {
  readonly open: number
  readonly finished: number
}

/** Returns what stops the watch. Where the machine does not say what a process uses, nothing is watched. */
export function watchProcess(
  pid: number,
  limits: UseLimits,
  calls: CallCounts,
  end: (reason: string) => void,
): () => void {
  let turn = 0
  let inner: number | null = null
  let since = { cpuMs: 0, finished: 0 }
  let second = { at: performance.now(), cpuMs: 0 }
  const look = async () => {
    if (calls.open === 0 && ++turn % IDLE_TURNS !== 0) return
    if (inner === null || inner === pid) inner = await innermost(pid)
    const use = await readUse(inner)
    if (use === null) return
    if (use.bytes > limits.memoryBytes) {
      end(tooMuchMemory(limits))
    }
    const now = performance.now()
    const isSecondOver = now - second.at >= 1_000
    const hasRested = isSecondOver && use.cpuMs - second.cpuMs < RESTING_MS
    if (isSecondOver) second = { at: now, cpuMs: use.cpuMs }
    const { finished } = calls
    if (hasRested || finished !== since.finished) since = { cpuMs: use.cpuMs, finished }
    else if (use.cpuMs - since.cpuMs > limits.busyMs) {
      end(`The process was ended: it computed for ${limits.busyMs / 1000} s without a rest or an answer.`)
    }
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  return () => clearInterval(timer)
}

export function tooMuchMemory({ memoryBytes }: Pick<UseLimits, 'memoryBytes'>): string {
  return `The process was ended: it used more than ${memoryBytes / 2 ** 20} MiB of memory.`
}

/** The process that was started may only be the wall around the one that works. */
async function innermost(pid: number): Promise<number> {
  const children = await readText(`/proc/${pid}/task/${pid}/children`)
  const child = Number.parseInt(children, 10)
  return Number.isNaN(child) ? pid : innermost(child)
}

async function readUse(pid: number): Promise<Use | null> {
  const [stat, status] = await Promise.all([readText(`/proc/${pid}/stat`), readText(`/proc/${pid}/status`)])
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kilobytes === undefined) return null
  // The name in brackets may hold anything; the numbers follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { bytes: Number(kilobytes) * 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'latin1').catch(() => '')
}
