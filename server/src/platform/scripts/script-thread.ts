/** Runs in a thread of its own: one script after the other, each as if it were the first. */
import { parentPort, workerData } from 'node:worker_threads'
import { doTask } from './do-task.ts'
import type { ScriptTask, ThreadData } from './messages.ts'
import { createSandbox } from './sandbox.ts'

/** The engine asks this thread for local time: all scripts live in UTC, wherever the server stands. */
function liveInUtc(): void {
  const date = Date.prototype
  date.getFullYear = date.getUTCFullYear
  date.getMonth = date.getUTCMonth
  date.getDate = date.getUTCDate
  date.getDay = date.getUTCDay
  date.getHours = date.getUTCHours
  date.getMinutes = date.getUTCMinutes
  date.getSeconds = date.getUTCSeconds
  date.getTimezoneOffset = () => 0
}

liveInUtc()
// The one who starts the thread passes this, and nobody else can.
const data = workerData as ThreadData
const sandbox = await createSandbox(data)
parentPort?.on('message', (task: ScriptTask) => parentPort?.postMessage(doTask(sandbox, task)))
parentPort?.postMessage('ready')
