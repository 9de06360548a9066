/** Ends a process that takes too much. Deno itself bounds only the heap of the code. */
import { readFile } from 'node:fs/promises'

export interface UseLimits {
  memoryBytes: number
  /** A process that keeps a whole core busy for so long is ended. */
  busyMs: number
}

interface Use {
  bytes: number
  /** Of all its threads since it began. */
  cpuMs: number
}

const WATCH_MS = 200
/** Linux counts in hundredths of a second for programs, whatever the machine. */
const TICK_MS = 10
/** Busy for more of the time than this means that it never rests. */
const BUSY_SHARE = 0.8

/** Returns what stops the watch. Where the machine does not say what a process uses, nothing is watched. */
export function watchProcess(pid: number, limits: UseLimits, end: (reason: string) => void): () => void {
  let rested = { at: performance.now(), cpuMs: 0 }
  const look = async () => {
    const use = await readUse(await innermost(pid))
    if (use === null) return
    if (use.bytes > limits.memoryBytes) {
      end(`The process was ended: it used more than ${limits.memoryBytes / 2 ** 20} MiB of memory.`)
    }
    const at = performance.now()
    const isBusy = use.cpuMs - rested.cpuMs > (at - rested.at) * BUSY_SHARE
    if (!isBusy) rested = { at, cpuMs: use.cpuMs }
    else if (at - rested.at > limits.busyMs) {
      end(`The process was ended: it computed for more than ${limits.busyMs / 1000} s without a rest.`)
    }
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  return () => clearInterval(timer)
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
