/** The process of a function: its folder, its sockets, what it prints, and its end. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientPrefix } from './client-headers.ts'
import { FunctionError } from './function-error.ts'
import type { Child } from './launch.ts'
import { parseLine, readLines } from './log-lines.ts'
import { createMask } from './mask-secrets.ts'
import type { MemoryGroups } from './memory-groups.ts'
import type { FunctionLog, FunctionVersion } from './port.ts'
import { CALLS_SOCKET, GATEWAY_SOCKET, type Sandbox } from './sandbox.ts'
import { type CallCounts, tooMuchMemory, type UseLimits, watchProcess } from './watch-process.ts'

export interface ProcessDeps {
  sandbox: Sandbox
  memoryGroups: MemoryGroups | null
  /** The text of `inside.ts`, without its types. */
  inside: string
  /** Where the folders of processes are made. */
  folder: string
  limits: UseLimits & { startMs: number; heapMegabytes: number }
  onLog: (line: FunctionLog) => void
  now: () => Date
}

export interface WorkerProcess {
  readonly pid: number
  /** Where it takes calls. */
  readonly callsSocket: string
  /** Of the headers that a client library in the script reads; null without one. */
  readonly clientPrefix: string | null
  /** Resolves when the process is gone and its folder removed. */
  readonly ended: Promise<void>
  /** Why it was ended; null when it ended by itself or still runs. */
  endReason(): string | null
  /** Ends it at once; a reason is written to the function's log. */
  end(reason: string | null): void
}

/** Resolves when the code is loaded. Throws a `FunctionError` when it is not; then the process is gone. */
export async function startProcess(
  version: FunctionVersion,
  deps: ProcessDeps,
  startGateway: (path: string) => Promise<{ close(): Promise<void> }>,
  calls: CallCounts,
): Promise<WorkerProcess> {
  const { limits, onLog, now } = deps
  const { app_id, name, deployment_id } = version
  const loadedVersion = await version.load()
  if ('problem' in loadedVersion) throw new FunctionError('broken', loadedVersion.problem)
  const { script, environment } = loadedVersion
  const mask = createMask(environment)
  const log = (level: FunctionLog['level'], message: string, request_id: string | null) =>
    onLog({ app_id, name, deployment_id, request_id, level, message: mask(message), time: now() })

  const group = (await deps.memoryGroups?.add(limits.memoryBytes)) ?? null
  const folder = await makeFolder(deps.folder, { 'inside.js': deps.inside, 'function.js': script })
  const gateway = await startGateway(join(folder, GATEWAY_SOCKET))
  const mark = randomBytes(MARK_BYTES).toString('hex')
  const child = deps.sandbox.start(folder, { ...limits, joinFile: group?.joinFile ?? null })
  // By its input, which the code cannot read; its end says that this process is gone.
  child.stdin.write(`${JSON.stringify({ mark, secrets: environment })}\n`)
  let reason: string | null = null
  const end = (why: string | null) => {
    reason ??= why
    child.kill('SIGKILL')
  }

  const loaded = Promise.withResolvers<void>()
  const take = (level: FunctionLog['level']) => (line: string) => {
    const read = parseLine(line, level, mark)
    if (read.kind === 'log') log(read.level, read.message, read.request_id)
    else if (read.state === 'ready') loaded.resolve()
    else loaded.reject(new FunctionError('broken', mask(read.message)))
  }
  const outputs = [readLines(child.stdout, take('info')), readLines(child.stderr, take('error'))]
  const timer = setTimeout(() => end('The code did not load in time.'), limits.startMs)
  const stopWatching = watchProcess(child.pid ?? 0, limits, calls, end)
  const ended = exitOf(child).then(async (how) => {
    stopWatching()
    if (await group?.end()) reason ??= tooMuchMemory(limits)
    await Promise.allSettled([...outputs, gateway.close()])
    loaded.reject(
      new FunctionError('broken', reason ?? `The process ended with ${how} while the code was loaded.`),
    )
    if (reason !== null) log('error', reason, null)
    await rm(folder, { recursive: true, force: true })
  })
  try {
    await loaded.promise
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  } finally {
    clearTimeout(timer)
  }
  const callsSocket = join(folder, CALLS_SOCKET)
  return {
    pid: child.pid ?? 0,
    callsSocket,
    clientPrefix: clientPrefix(script),
    ended,
    endReason: () => reason,
    end,
  }
}

async function makeFolder(parent: string, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(parent, 'w-'))
  await mkdir(join(folder, 's'))
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

/** More than anybody guesses. */
const MARK_BYTES = 16

async function exitOf(child: Child): Promise<string> {
  try {
    const [code, signal] = await once(child, 'close')
    return String(signal ?? code)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
