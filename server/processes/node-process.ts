/** A real Atrium in a process of its own, to be killed, stopped and started again. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@atrium/sdk'
import { commandLine, isAlive, sendSignal } from '../src/platform/database/living-process.ts'
import { until } from './until.ts'

/** An exit code, or the signal that ended the process. */
export type End = number | NodeJS.Signals

export interface NodeProcess {
  readonly pid: number
  /** Where it answers; known when it is ready. */
  readonly address: string
  /** The token that a first start on an empty database prints. */
  readonly token: string | null
  readonly ended: Promise<End>
  /** The last of what it said on both streams. */
  output(): string
  /** Throws, with what it said, when it ends instead. */
  waitReady(): Promise<void>
  /** Resolves when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<End>
  /** As an operator does it; by force when that takes too long. */
  stop(): Promise<End>
}

export interface NodeOptions {
  /** Settings of Atrium; nothing else of our own environment reaches it but what a program needs to run. */
  settings: Record<string, string>
  /** Of the server's command line. */
  flags?: readonly string[]
  /** Of Node itself. */
  nodeFlags?: readonly string[]
  /** What is started; the server of this repository unless it says otherwise. */
  main?: string
}

export function spawnNode({ settings, flags = [], nodeFlags = [], main = MAIN }: NodeOptions): NodeProcess {
  const child = spawn(process.execPath, [...nodeFlags, main, ...flags], {
    env: { ...inherited(), PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {}) // not everybody waits for it
  let said = ''
  let address = ''
  let token: string | null = null
  const listen = (data: string) => {
    said = (said + data).slice(-MOST_OUTPUT)
    token ??= /^ {4}token {5}(\S+)\n/m.exec(said)?.[1] ?? null
    address ||= /^ {2}Atrium is ready at (\S+)\n[\s\S]*\n\n/m.exec(said)?.[1] ?? ''
    if (address) ready.resolve()
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  const ended = new Promise<End>((resolve) => {
    child.once('error', (error) => {
      said += error.message
    })
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
  })
  ended.then((end) => ready.reject(new Error(`The server ended with ${end}:\n${said}`)))

  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid ?? 0,
    get address() {
      return address
    },
    get token() {
      return token
    },
    ended,
    output: () => said,
    waitReady: () => ready.promise,
    kill,
    async stop() {
      const force = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
      return kill('SIGTERM').finally(() => clearTimeout(force))
    },
  }
}

/** Returns it when it is ready. */
export async function startNode(settings: Record<string, string>): Promise<NodeProcess> {
  const node = spawnNode({ settings })
  await node.waitReady()
  return node
}

/** Tries once: what a repeated call did cannot be distinguished from what the first did. */
export function clientOf({ address }: NodeProcess, token: string): Client {
  return createClient({ baseUrl: address, token, retries: 0 })
}

/** The PostgreSQL that an Atrium runs, or left running, in this data folder. */
export function findPostmaster(dataDir: string): number | null {
  try {
    const cluster = join(dataDir, 'postgres')
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return isAlive(pid) && commandLine(pid).includes(cluster) ? pid : null
  } catch {
    return null // no such file: it does not run
  }
}

/** For the end of a test, however it went: the data folder is about to be removed. */
export async function endPostmaster(dataDir: string): Promise<void> {
  const pid = findPostmaster(dataDir)
  if (pid === null) return
  sendSignal(pid, 'SIGQUIT')
  await until('the end of the PostgreSQL left over', () => !isAlive(pid))
}

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const MOST_OUTPUT = 64 * 1024
const LONGEST_STOP_MS = 40_000

/** Of our own environment, what a program needs to run. */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'USER', 'LANG']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
