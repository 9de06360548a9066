import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // what Linux counts with, whatever the hardware

/** Processor time that these processes have used so far, in microseconds; one that has ended counts nothing. */
export function processorMicros(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * (1_000_000 / TICKS_PER_SECOND)
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
