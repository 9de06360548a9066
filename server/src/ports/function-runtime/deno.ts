/** The adapter: a process of Deno for each function. docs/decisions/0022-functions.md */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAlive } from '../../platform/database/living-process.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundHttp, OutboundSockets } from '../outbound-http/port.ts'
import { createBuilder } from './build-function.ts'
import { FunctionError } from './function-error.ts'
import { findMemoryGroups } from './memory-groups.ts'
import { createOutbound } from './outbound.ts'
import type { CallOutcome, FunctionCall, FunctionLog, FunctionRuntime, FunctionVersion } from './port.ts'
import { findSandbox, type Sandbox } from './sandbox.ts'
import { startWorker, type WorkerDeps } from './worker.ts'
import { createWorkerPool, type PoolLimits } from './worker-pool.ts'

export interface DenoRuntimeOptions {
  /** The program. */
  deno: string
  outboundHttp: OutboundHttp & OutboundSockets
  /** Hosts that functions may call. */
  hosts: readonly string[]
  log: Log
  onLog: (line: FunctionLog) => void
  now: () => Date
  /** The best that the machine offers, unless it is set. */
  wall?: Sandbox['wall']
  limits?: Partial<RuntimeLimits>
}

export type RuntimeLimits = WorkerDeps['limits'] & PoolLimits

const LIMITS: RuntimeLimits = {
  startMs: 10_000,
  callMs: 60_000,
  workMs: 30_000,
  heapMegabytes: 128,
  memoryBytes: 256 * 2 ** 20,
  busyMs: 30_000,
  answerBytes: 50 * 2 ** 20,
  perFunction: 2,
  perApp: 8,
  inAll: 64,
  callsPerWorker: 32,
  mostCallsPerWorker: 256,
  idleMs: 5 * 60_000,
  brokenMs: 5_000,
}

export function createDenoRuntime(options: DenoRuntimeOptions): FunctionRuntime {
  const { outboundHttp, hosts, log, onLog, now } = options
  const limits = { ...LIMITS, ...options.limits }
  const outbound = createOutbound(outboundHttp, hosts)
  let place: Promise<Pick<WorkerDeps, 'sandbox' | 'memoryGroups' | 'inside' | 'folder'>> | null = null
  const build = createBuilder((url) => fetchPackage(outboundHttp, url))
  const prepared = () => {
    place ??= prepare(options)
    return place
  }
  const pool = createWorkerPool(limits, async (version) =>
    startWorker(version, { ...(await prepared()), limits, outbound, onLog, now }),
  )

  async function invoke(version: FunctionVersion, call: FunctionCall): Promise<CallOutcome> {
    try {
      return await pool.run(version, (worker) => worker.call(call))
    } catch (error) {
      if (error instanceof FunctionError) return { kind: 'failed', failure: error.failure }
      log.error({ err: error }, 'a function could not be started')
      return {
        kind: 'failed',
        failure: { type: 'unavailable', message: 'The function could not be started.' },
      }
    }
  }

  return {
    problem: null,
    build(source) {
      void prepared().catch(() => {}) // the first call comes soon, and says what is wrong
      return build(source)
    },
    invoke,
    retire: pool.retire,
    async close() {
      await pool.close()
      await outbound.close()
      if (place) await rm((await place).folder, { recursive: true, force: true })
    },
  }
}

const MOST_PACKAGE_BYTES = 20 * 2 ** 20

async function fetchPackage(outboundHttp: OutboundHttp, url: string): Promise<Buffer | string> {
  const request = { method: 'GET', url, headers: {}, body: null, keepBody: MOST_PACKAGE_BYTES } as const
  const outcome = await outboundHttp.send({ ...request, keepBodyWhen: 'always' })
  if (outcome.kind === 'failed') return outcome.message
  if (outcome.status !== 200) return `the registry answered ${outcome.status}`
  return outcome.truncated ? 'it is too large' : outcome.body
}

/** Only when the first function runs: most installations start without any. */
async function prepare({ deno, wall, log }: DenoRuntimeOptions) {
  const [sandbox, memoryGroups, inside, folder] = await Promise.all([
    findSandbox(deno, wall),
    findMemoryGroups(),
    readInside(),
    makeFolder(),
  ])
  if (sandbox.wall === 'none')
    log.warn({}, 'bubblewrap does not run here: functions are held by Deno’s permissions alone')
  return { sandbox, memoryGroups, inside, folder }
}

/** Named after this process. Those of servers that were killed go now. */
async function makeFolder(): Promise<string> {
  const parent = temporaryFolder()
  for (const name of await readdir(parent)) {
    const pid = Number(/^atrium-fn-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `atrium-fn-${process.pid}-`))
}

/** Deno takes everything below /dev for a device, which only a program with all rights may use. */
function temporaryFolder(): string {
  return tmpdir().startsWith('/dev/') ? '/tmp' : tmpdir()
}

/** Without its types: with them Deno would need three times as long for the start of each process. */
async function readInside(): Promise<string> {
  const { transform } = await import('rolldown/utils')
  const { code } = await transform('inside.ts', await readFile(INSIDE, 'utf8'), {})
  return code
}

const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url))
