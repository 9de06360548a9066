/** Starts the program that runs the code of an app, or a wall around it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { withoutInherited } from '../../platform/inherited-files.ts'

export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** The number of the open file from which a wall reads its filter for system calls. */
export const FILTER_FILE = 3

/** Fixed: Deno and the walls act on many names, such as those of OpenTelemetry. Secrets are handed over inside. */
const ENVIRONMENT = {
  DENO_DIR: '/dev/null/none',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
  HOME: '/',
  PATH: '',
}

/** A third of the share of the server where both want a processor. */
const PRIORITY = 5

/** The process gets nothing of this one: no environment, no open files. */
export function launch([command = '', ...words]: readonly string[], filter: Buffer | null): Child {
  const pipes = ['pipe', 'pipe', 'pipe', ...(filter ? (['pipe'] as const) : [])] as const
  const options = { env: ENVIRONMENT, cwd: '/', stdio: withoutInherited(pipes) }
  const child = spawn(command, words, options) as Child // the first three were asked for as pipes
  child.stdin.on('error', () => {}) // the process may end before it has read
  const file = child.stdio[FILTER_FILE] as Writable | null | undefined
  if (filter) file?.on('error', () => {}).end(filter)
  // A function that computes must not slow the server down.
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY)
  return child
}
