/** Runs programs of PostgreSQL under another account than our own, where that is needed. */
import { type SpawnOptions, spawn } from 'node:child_process'

export interface Owner {
  uid: number
  gid: number
}

export interface Account {
  /** Whom the files of PostgreSQL belong to. */
  owner: Owner
  /** A command put before every program. */
  prefix: readonly string[]
  /** What the system is asked to switch to when it starts a program. */
  switchTo: Partial<Owner>
}

/** How to start a program of PostgreSQL under the account, with an environment of which nothing leaks in. */
export function commandFor(
  { prefix, switchTo }: Account,
  path: string,
  args: readonly string[],
): { file: string; args: string[]; options: SpawnOptions } {
  const [file = path, ...rest] = [...prefix, path, ...args]
  return { file, args: rest, options: { ...switchTo, env: ENVIRONMENT, cwd: '/' } }
}

/** Runs a program to its end; returns what it said, or throws with it. */
export async function runAs(
  account: Account,
  path: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const command = commandFor(account, path, args)
  const child = spawn(command.file, command.args, command.options)
  let output = ''
  const note = (data: Buffer) => {
    output += data
  }
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  child.stdin?.on('error', () => {}) // it ended before it read: its exit says why
  child.stdin?.end(input)
  const { promise, resolve, reject } = Promise.withResolvers<number | string>()
  child.once('error', reject)
  child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  const end = await promise
  if (end !== 0) throw new Error(`${command.file} ended with ${end}: ${output.trim().slice(-1500)}`)
  return output
}

const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
