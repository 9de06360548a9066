/** What the operating system says about a process, known only by its id. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process that has ended but was not yet collected by its parent counts as dead. */
export function isAlive(pid: number): boolean {
  return pidIsTaken(pid) && !DEAD_STATES.has(statFields(pid)?.[0] ?? '')
}

/** True also for the remains of a dead process, and for a process of another account. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process that has just ended needs no signal. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (pidIsTaken(pid)) throw error
  }
}

/** Distinguishes two processes that had the same id one after the other; null where /proc is missing. */
export function startMark(pid: number): string | null {
  const ticksAfterBoot = statFields(pid)?.[19]
  return ticksAfterBoot ? `${read('/proc/sys/kernel/random/boot_id')?.trim()}/${ticksAfterBoot}` : null
}

/** Whether a process belongs to our process group; where /proc is missing, every process but the first may. */
export function sharesOurGroup(pid: number): boolean {
  const group = processGroup(pid)
  return group === null ? pid !== 1 : group === processGroup(process.pid)
}

/** Null when there is no such process, or where /proc is missing; so is the parent. */
export function processGroup(pid: number): number | null {
  return Number(statFields(pid)?.[2]) || null
}

export function parentOf(pid: number): number | null {
  return Number(statFields(pid)?.[1]) || null
}

/** The words of the command, separated by blanks; empty when it cannot be known. */
export function commandLine(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`)
  if (words !== null) return words.split('\0').join(' ').trim()
  if (process.platform === 'linux') return ''
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return '' // ps fails when there is no such process
  }
}

/** The processes at work in a folder, as far as we may see that; none where /proc is missing. */
export function processesIn(folder: string): number[] {
  return readdirOrNone('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && workingFolder(pid) === folder)
}

const DEAD_STATES = new Set(['Z', 'X'])

/** The fields after the command name, which itself may hold blanks and brackets. */
function statFields(pid: number): string[] | null {
  const stat = read(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null // it has ended, or belongs to somebody else
  }
}

function readdirOrNone(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
