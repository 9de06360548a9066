/** Calls of one process. */
import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import { clientHeaders } from './client-headers.ts'
import { FunctionError } from './function-error.ts'
import { startGateway } from './gateway.ts'
import { createOpenCalls } from './open-calls.ts'
import type { Outbound } from './outbound.ts'
import type { CallOutcome, FunctionCall, FunctionFailure, FunctionVersion } from './port.ts'
import { type ProcessAnswer, sendRequest } from './send-request.ts'
import { type ProcessDeps, startProcess } from './worker-process.ts'

export interface WorkerDeps extends ProcessDeps {
  outbound: Outbound
  limits: ProcessDeps['limits'] & {
    /** For a whole call, its answer included. */
    callMs: number
    /** For the work that a call leaves behind. */
    workMs: number
    answerBytes: number
  }
}

export interface Worker {
  readonly pid: number
  /** Calls whose answer is not over. */
  readonly busy: number
  /** Calls that are not over, the work behind their answers included. */
  readonly open: number
  /** When the last call ended, by `performance.now()`. */
  readonly lastUsed: number
  readonly ended: Promise<void>
  call(call: FunctionCall): Promise<CallOutcome>
  end(): Promise<void>
}

/** Said below, once. */
const OURS = new Set(['host', 'x-request-id', 'x-atrium-scheme', 'x-atrium-call', 'x-atrium-app'])
/** A process that does not answer for so long hangs in its code. */
const ALIVE_MS = 1_000

/** Resolves when the code is loaded; throws a `FunctionError` when it is not. */
export async function startWorker(version: FunctionVersion, deps: WorkerDeps): Promise<Worker> {
  const { limits, outbound } = deps
  const openCalls = createOpenCalls(limits.workMs)
  let finished = 0
  const counts = {
    get open() {
      return openCalls.size
    },
    get finished() {
      return finished
    },
  }
  const openGateway = (path: string) => startGateway({ path, openCalls, outbound })
  const worker = await startProcess(version, deps, openGateway, counts)
  const pool = new Pool('http://function', {
    socketPath: worker.callsSocket,
    connections: null,
    headersTimeout: 0, // our own timer is the truth about time
    bodyTimeout: 0,
  })
  const ended = worker.ended.then(() => pool.destroy())
  let busy = 0
  let lastUsed = performance.now()

  async function endUnlessAlive(): Promise<void> {
    try {
      const { body } = await pool.request({ method: 'GET', path: '/', signal: AbortSignal.timeout(ALIVE_MS) })
      await body.dump()
    } catch (error) {
      const isHanging = error instanceof DOMException && error.name === 'TimeoutError'
      worker.end(
        isHanging ? 'The process was ended: its code did not yield, so no call could be answered.' : null,
      )
      await ended
    }
  }

  /** The request and its answer, within the limits of time and size. */
  async function call(request: FunctionCall): Promise<CallOutcome> {
    const opened = openCalls.open(request)
    const sent = requestFor(version, request, opened.id, worker.clientPrefix)
    const { answer, abort } = sendRequest(pool, sent)
    let brokenOff: 'left' | 'timed_out' | null = null
    const breakOff = (why: typeof brokenOff) => {
      brokenOff ??= why
      abort(new Error(`Broken off: ${why}`))
    }
    const leave = () => breakOff('left')
    const timer = setTimeout(() => breakOff('timed_out'), limits.callMs)
    request.signal?.addEventListener('abort', leave)
    if (request.signal?.aborted) leave()
    busy++
    const finish = () => {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', leave)
      opened.close()
      busy--
      finished++
      lastUsed = performance.now()
    }
    /** The process is checked before the failure is known, so that the next call finds one that answers. */
    const failureOf = async (error: unknown): Promise<FunctionFailure> => {
      if (error instanceof FunctionError) return error.failure
      if (brokenOff === 'left') return { type: 'crashed', message: 'The caller has left.' }
      await endUnlessAlive()
      if (brokenOff === 'timed_out') {
        return {
          type: 'timed_out',
          message: `The function did not finish within ${limits.callMs / 1000} seconds.`,
        }
      }
      const message = worker.endReason() ?? 'The function broke off before it answered.'
      return { type: 'crashed', message }
    }

    try {
      const { status, headers, body } = await answer
      if (headers['x-atrium-work'] !== undefined) opened.setWork('begun')
      const shown = pairsOf(headers)
      if (!(body instanceof Uint8Array)) {
        const bytes = bounded(body, limits.answerBytes, failureOf, finish)
        return { kind: 'answered', status, headers: shown, body: bytes }
      }
      finish()
      return { kind: 'answered', status, headers: shown, body }
    } catch (error) {
      finish()
      return { kind: 'failed', failure: await failureOf(error) }
    }
  }

  return {
    pid: worker.pid,
    get busy() {
      return busy
    },
    get open() {
      return openCalls.size
    },
    get lastUsed() {
      return lastUsed
    },
    ended,
    call,
    async end() {
      worker.end(null)
      await ended
    },
  }
}

function requestFor(
  { app_id }: FunctionVersion,
  request: FunctionCall,
  callId: string,
  prefix: string | null,
) {
  const { host, pathname, search, protocol } = new URL(request.url)
  const headers: string[] = []
  for (const [written, value] of request.headers) {
    const name = written.toLowerCase()
    // A caller must not choose the address of the API.
    if (!OURS.has(name) && !(prefix && name.startsWith(prefix))) headers.push(name, value)
  }
  headers.push('host', host, 'x-atrium-scheme', protocol.slice(0, -1), 'x-atrium-call', callId)
  headers.push('x-atrium-app', app_id, 'x-request-id', request.request_id)
  if (prefix) {
    const names = new Set(request.headers.map(([name]) => name.toLowerCase()))
    const isCaller = names.has('x-atrium-user') && !names.has('authorization')
    headers.push(...clientHeaders(prefix, { app_id, callId, isCaller }))
  }
  return {
    method: request.method as 'GET', // any method: undici sends what it is given
    path: pathname + search,
    headers,
    body: request.body as Readable | null,
  }
}

/** A name may come more than once. */
function pairsOf(headers: ProcessAnswer['headers']): [string, string][] {
  const pairs: [string, string][] = []
  for (const [name, values] of Object.entries(headers)) {
    if (name === 'x-atrium-work' || values === undefined) continue
    if (typeof values === 'string') pairs.push([name, values])
    else for (const value of values) pairs.push([name, value])
  }
  return pairs
}

async function* bounded(
  body: AsyncIterable<Uint8Array>,
  most: number,
  failureOf: (error: unknown) => Promise<FunctionFailure>,
  finish: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > most)
        throw new FunctionError('too_large', `The answer is longer than ${most / 2 ** 20} MiB.`)
      yield piece
    }
  } catch (error) {
    const { type, message } = await failureOf(error)
    throw new FunctionError(type, message)
  } finally {
    finish()
  }
}
