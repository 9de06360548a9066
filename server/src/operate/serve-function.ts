/** Runs one function on this machine as the server would, built again whenever its files change. */
import { type FSWatcher, watch } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answeredHeaders, passedHeaders } from '../platform/http/passed-headers.ts'
import { makeId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { chooseFunctionRuntime } from '../ports/function-runtime/choose.ts'
import type {
  CallOutcome,
  FunctionCall,
  FunctionLog,
  FunctionRuntime,
  FunctionSource,
  FunctionVersion,
} from '../ports/function-runtime/port.ts'
import { createOutboundHttp } from '../ports/outbound-http/guarded.ts'
import type { Config } from '../settings/config.ts'
import { OperatorError } from './command.ts'

export interface ServeOptions {
  config: Pick<Config, 'outbound_allow' | 'outbound_ca_file' | 'function_hosts' | 'function_limits'>
  app_id: string
  name: string
  /** Where the files are; a change of one that matters has all of them read again. */
  folder: string
  matters(path: string): boolean
  /** The files and what the function finds in its environment, as they are now. */
  read(): Promise<FunctionSource & { environment: Record<string, string> }>
  port: number
  callApi: FunctionCall['callApi']
  onLog(line: FunctionLog): void
  /** What a person should know: it was built, it could not be. */
  say(sentence: string): void
  log: Log
}

export interface ServedFunction {
  url: string
  close(): Promise<void>
}

/** Files come one after the other when an editor or git writes them. */
const SETTLED_MS = 100
const COOKIE = 'atrium'

export async function serveFunction(options: ServeOptions): Promise<ServedFunction> {
  const { config, folder, matters, say, port } = options
  const outboundHttp = createOutboundHttp({ allow: config.outbound_allow, caFile: config.outbound_ca_file })
  const runtime = chooseFunctionRuntime({
    outboundHttp,
    log: options.log,
    hosts: config.function_hosts,
    limits: config.function_limits,
    onLog: options.onLog,
    now: () => new Date(),
  })
  if (runtime.problem !== null) throw new OperatorError(runtime.problem)

  let version: FunctionVersion | null = null
  const build = async () => {
    version = (await buildVersion(options, runtime)) ?? version
  }
  await build()
  const watcher = watchFolder(folder, matters, async () => {
    await build()
    say('Read again.')
  })
  const server = createServer((request, response) => {
    answer(options, runtime, version, request, response).catch((error) => {
      options.log.debug({ err: error }, 'the caller left')
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await watcher.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await runtime.close()
      await outboundHttp.close()
    },
  }
}

/** Null when it cannot be built: what ran before goes on. */
async function buildVersion(
  { app_id, name, read, say }: ServeOptions,
  runtime: FunctionRuntime,
): Promise<FunctionVersion | null> {
  try {
    const { environment, ...source } = await read()
    const outcome = await runtime.build(source)
    if (outcome.kind === 'built') {
      runtime.retire(app_id, name)
      const loaded = { script: outcome.script, environment }
      return { app_id, name, deployment_id: makeId('dep', new Date()), load: async () => loaded }
    }
    for (const { path, line, message } of outcome.problems) {
      const place = [path, line].filter((part) => part !== null).join(':')
      say(place === '' ? message : `${place}: ${message}`)
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
  return null
}

/** One after the other: what changes during a build is built after it. */
function watchFolder(folder: string, matters: (path: string) => boolean, onChange: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const watcher: FSWatcher = watch(folder, { recursive: true }, (_, path) => {
    if (path !== null && !matters(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(onChange)
    }, SETTLED_MS)
  })
  return {
    async close() {
      watcher.close()
      clearTimeout(timer)
      await last
    },
  }
}

async function answer(
  options: ServeOptions,
  runtime: FunctionRuntime,
  version: FunctionVersion | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (version === null)
    return refuse(response, 502, 'The function could not be built; the terminal says why.')
  const request_id = makeId('req', new Date())
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const address = request.socket.remoteAddress ?? ''
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || request.headers['content-length'] !== undefined
  const outcome = await runtime.invoke(version, {
    request_id,
    method: request.method ?? 'GET',
    url: `http://${request.headers.host ?? '127.0.0.1'}${request.url}`,
    headers: passedHeaders(request, { cookieName: COOKIE, presented: null, request_id, address }),
    body: hasBody ? request : null,
    callApi: options.callApi,
    signal: gone.signal,
  })
  if (outcome.kind === 'failed') {
    options.say(outcome.failure.message)
    return refuse(response, STATUSES[outcome.failure.type], outcome.failure.message)
  }
  await sendOn(response, outcome, request_id)
}

type Failure = Extract<CallOutcome, { kind: 'failed' }>['failure']['type']

const STATUSES: Record<Failure, number> = {
  unavailable: 503,
  busy: 503,
  timed_out: 504,
  broken: 502,
  crashed: 502,
  too_large: 502,
}

async function sendOn(
  response: ServerResponse,
  { status, headers, body }: Extract<CallOutcome, { kind: 'answered' }>,
  request_id: string,
): Promise<void> {
  response.writeHead(status, {
    ...Object.fromEntries(answeredHeaders(headers, COOKIE)),
    'x-request-id': request_id,
  })
  if (body instanceof Uint8Array) response.end(body)
  else await pipeline(Readable.from(body), response)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ code: 'function_failed', message }))
}
