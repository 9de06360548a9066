/** The processes of git that are under way: each in a group of its own, which ends as a whole. */
import { type ChildProcess, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
let isWatching = false

export function startProcess(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn('git', args, {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  if (!isWatching) {
    isWatching = true
    process.once('exit', () => running.forEach(endProcess))
  }
  return child
}

/** With its helpers: one that fetches has some. */
export function endProcess(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // the group is gone already
  }
}
