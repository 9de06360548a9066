/** The processes of git that are under way: each in a group of its own, which ends as a whole. */
import { type ChildProcess, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
/** Those that were asked to end. */
const ending = new WeakSet<ChildProcess>()
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
    process.once('exit', () => {
      for (const one of running) sendToGroup(one, 'SIGTERM')
    })
  }
  return child
}

/** First asked: git then removes what it has received so far, and its locks. */
const ASKED_MS = 3_000

export function endProcess(child: ChildProcess): void {
  if (!running.has(child) || ending.has(child)) return
  ending.add(child)
  sendToGroup(child, 'SIGTERM')
  const timer = setTimeout(() => sendToGroup(child, 'SIGKILL'), ASKED_MS)
  child.once('close', () => clearTimeout(timer))
}

/** With its helpers: one that fetches has some. */
function sendToGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    child.kill(signal) // the group is gone already
  }
}
