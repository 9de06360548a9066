/** Runs git: with a time limit, a bound on what it says, and an end that is waited for. */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { environmentFor, type Setting } from './environment.ts'
import { failureOf } from './failures.ts'
import { GitFailed } from './port.ts'
import { endProcess, startProcess } from './processes.ts'

export interface GitCall {
  args: readonly string[]
  /** What git keeps; null for a call that needs no repository. */
  dir: string | null
  tree?: string
  env?: Record<string, string>
  settings?: readonly Setting[]
  input?: Uint8Array | string | AsyncIterable<Uint8Array>
  signal?: AbortSignal
  timeoutMs?: number
  /** More than that on its output is a failure. */
  maxOutput?: number
  /** Ends with which it has done what it was asked for; 0 alone unless it says otherwise. */
  ends?: readonly number[]
  /** Takes the output as it comes; false: enough, and git ends there. */
  take?(chunk: Buffer): boolean
}

export interface GitResult {
  code: number
  output: Buffer
  /** `take` had enough. */
  wasStopped: boolean
}

/** Rejects with `GitFailed`, or with the reason of the signal; only after git has ended. */
export async function runGit(call: GitCall): Promise<GitResult> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxOutput = DEFAULT_MAX_OUTPUT, ends = [0] } = call
  signal?.throwIfAborted()
  const child = startGit(call)
  let stop: { failure: unknown } | 'enough' | null = null
  const end = (why: NonNullable<typeof stop>) => {
    stop ??= why
    endProcess(child)
  }
  const onAbort = () => end({ failure: signal?.reason })
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => end({ failure: new GitFailed('timed_out', TOO_LONG) }), timeoutMs)

  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    if (stop !== null) return
    if (call.take) return void (call.take(chunk) || end('enough'))
    size += chunk.length
    if (size > maxOutput) return end({ failure: new GitFailed('too_large', TOO_MUCH) })
    chunks.push(chunk)
  })
  try {
    const [{ code: status, stderr }] = await Promise.all([endOf(child, call), feed(child, call.input)])
    const why = stop as { failure: unknown } | 'enough' | null // set by what happened in between
    if (why !== null && why !== 'enough') throw why.failure
    if (why === null && !ends.includes(status)) throw failureOf(stderr)
    return { code: status, output: Buffer.concat(chunks), wasStopped: why === 'enough' }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The output of a call as text without the line's end. */
export async function askGit(call: GitCall): Promise<string> {
  const { output } = await runGit(call)
  return output.toString().replace(/\n$/, '')
}

const DEFAULT_TIMEOUT_MS = 120_000
const DEFAULT_MAX_OUTPUT = 64 * 1024 * 1024
const MAX_COMPLAINT = 16 * 1024
const TOO_LONG = 'git took too long.'
const TOO_MUCH = 'The repository has more than can be read at once.'

type Place = Pick<GitCall, 'dir' | 'tree'>

function folderOf({ dir, tree }: { dir: string | null; tree?: string | undefined }): string {
  return tree ?? dir ?? tmpdir()
}

export function startGit({ args, dir, tree, env = {}, settings = [] }: GitCall) {
  const place: Record<string, string> = { GIT_DIR: dir ?? devNull }
  if (tree !== undefined) place.GIT_WORK_TREE = tree
  return startProcess(args, {
    cwd: folderOf({ dir, tree }),
    env: environmentFor({ ...place, ...env }, settings),
  })
}

/** When it has ended, and all that it said is read. */
export function endOf(child: ChildProcess, place: Place): Promise<{ code: number; stderr: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; stderr: string }>()
  let complaint = Buffer.alloc(0)
  child.stderr?.on('data', (chunk: Buffer) => {
    // The end says why; what comes before is progress.
    complaint = Buffer.concat([complaint, chunk]).subarray(-MAX_COMPLAINT)
  })
  child.once('error', (cause) => {
    // A program that is missing and a folder that is missing are the same error.
    const isHere = existsSync(folderOf(place))
    const [fault, message] = isHere ? (['unavailable', NO_GIT] as const) : (['not_found', NO_FOLDER] as const)
    reject(new GitFailed(fault, message, { cause }))
  })
  child.once('close', (code) => resolve({ code: code ?? -1, stderr: complaint.toString() }))
  return promise
}

const NO_FOLDER = 'There is no repository there.'
export const NO_GIT = 'Repositories need git, and none was found on this machine. Install git 2.38 or later.'

/** git may end before it has read everything, and says itself why. */
async function feed(child: ReturnType<typeof startGit>, input: GitCall['input']): Promise<void> {
  child.stdin.on('error', () => {})
  if (input === undefined || typeof input === 'string' || input instanceof Uint8Array) {
    child.stdin.end(input ?? '')
    return
  }
  try {
    await pipeline(Readable.from(input, { objectMode: false }), child.stdin)
  } catch (error) {
    if (!isClosedPipe(error)) {
      endProcess(child)
      throw error
    }
  }
}

function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED'
}
