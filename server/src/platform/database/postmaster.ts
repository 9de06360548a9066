/** One run of the PostgreSQL server process: how it is started, when it is ready, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { databaseFailure } from './failures.ts'
import { commandLine, processesIn, sendSignal } from './living-process.ts'
import { type PostgresBinaries, program, USE_YOUR_OWN } from './postgres-binaries.ts'
import { type Account, commandFor } from './run-as.ts'

export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

export interface Postmaster {
  pid: number
  /** Resolves, with how it ended, when the process is gone. */
  exited: Promise<string>
  stop(): Promise<void>
}

export interface PostmasterOptions {
  cluster: string
  connection: Connection
  binaries: PostgresBinaries
  account: Account
  settings: Record<string, string>
  logFile: string
  log: Log
}

/** Resolves when the server answers. Processes of a killed predecessor may hold its memory a little longer. */
export async function launchPostmaster(
  options: PostmasterOptions,
  stopping: AbortSignal,
): Promise<Postmaster> {
  const giveUpAt = performance.now() + PREDECESSOR_LINGERS_MS
  for (;;) {
    const { postmaster, said } = await spawnPostmaster(options)
    const end = await untilReady(options, postmaster, stopping).catch(async (error) => {
      await postmaster.stop()
      throw error
    })
    if (end === null) return postmaster
    const words = await said()
    if (!PREDECESSOR_IN_THE_WAY.test(words) || performance.now() > giveUpAt) {
      const reason = words.trim() || `it ended with ${end}`
      throw new Error(`PostgreSQL did not start: ${reason} (its log: ${options.logFile})`)
    }
    endOrphans(options.cluster)
    await wait(100, undefined, { signal: stopping })
  }
}

/** Fast shutdown; when it takes too long, an immediate one, after which the next start repairs from the log. */
export async function endServer(
  signal: (name: 'SIGINT' | 'SIGQUIT') => void,
  endsWithin: (ms: number) => Promise<boolean>,
): Promise<boolean> {
  signal('SIGINT')
  if (await endsWithin(10_000)) return true
  signal('SIGQUIT')
  return endsWithin(10_000)
}

/** Longer than a statement may take: where orphans cannot be ended, they notice after it that they are alone. */
const PREDECESSOR_LINGERS_MS = 40_000
const PREDECESSOR_IN_THE_WAY = /pre-existing shared memory block|lock file ".*" already exists/

/** Processes of a killed server that are busy with a statement; a server of the folder is not running now. */
function endOrphans(cluster: string): void {
  for (const pid of processesIn(cluster)) {
    if (commandLine(pid).startsWith('postgres: ')) sendSignal(pid, 'SIGQUIT')
  }
}

async function spawnPostmaster(options: PostmasterOptions) {
  const { account, binaries, cluster, connection, settings, logFile } = options
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', cluster, '-k', connection.host, '-p', String(connection.port), ...flags]
  const command = commandFor(account, program(binaries, 'postgres'), args)
  const output = await open(logFile, 'a', 0o600)
  try {
    const logStart = (await output.stat()).size
    const child = spawn(command.file, command.args, {
      ...command.options,
      detached: true, // an interrupt from the terminal is ours to handle: first the server, then the database
      stdio: ['ignore', output.fd, output.fd],
    })
    await spawned(child)
    return { postmaster: watch(child), said: () => readFrom(logFile, logStart) }
  } finally {
    await output.close()
  }
}

async function spawned(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('spawn', resolve)
  child.once('error', reject)
  try {
    await promise
  } catch (cause) {
    throw new Error(
      `The PostgreSQL that comes with Atrium cannot run here (${cause}); on Linux it needs the GNU C library. ` +
        `Reinstall with npm ci, or ${USE_YOUR_OWN}.`,
      { cause },
    )
  }
}

function watch(child: ChildProcess): Postmaster {
  // For an end of our process that stops nothing first. After kill -9 the next start finds the server.
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endWithUs)
      resolve(signal ?? `exit code ${code}`)
    })
  })
  const endsWithin = (ms: number) => Promise.race([exited.then(() => true), wait(ms, false, { ref: false })])
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (await endServer((name) => child.kill(name), endsWithin)) return
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Null when the server answers, otherwise how it ended. */
async function untilReady(
  { connection, log }: PostmasterOptions,
  postmaster: Postmaster,
  stopping: AbortSignal,
): Promise<string | null> {
  let tries = 0
  for (;;) {
    if (stopping.aborted) throw new Error('PostgreSQL was stopped while it was starting')
    if (await answers(connection)) return null
    if (++tries % 500 === 0) log.info({}, 'waiting for PostgreSQL, which may be repairing after a crash')
    const end = await Promise.race([postmaster.exited, wait(10, null)])
    if (end !== null) return end
  }
}

async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // a connection that breaks is an answer too: not yet
  try {
    await client.connect()
    return true
  } catch (error) {
    if (databaseFailure(error) === 'unavailable') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4_000), 0, 4_000, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
