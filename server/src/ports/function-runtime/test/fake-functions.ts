/** Runs functions in this process: the tests say what each does. Nothing here is what a real runtime guards. */
import { Readable } from 'node:stream'
import type { MakeFunctionRuntime } from '../../../wiring/functions-to-runtime.ts'
import type {
  ApiRequest,
  ApiResponse,
  CallOutcome,
  FunctionCall,
  FunctionFailure,
  FunctionLog,
  FunctionRuntime,
  FunctionVersion,
} from '../port.ts'

export interface FakeContext {
  version: FunctionVersion
  call: FunctionCall
  /** What the process was started with. */
  environment: Record<string, string>
  console(level: FunctionLog['level'], message: string): void
  api(request: Partial<ApiRequest> & { path: string }): Promise<ApiResponse>
}

export type FakeHandler = (
  request: Request,
  context: FakeContext,
) => Response | FunctionFailure | CallOutcome | Promise<Response | FunctionFailure | CallOutcome>

export interface FakeFunctions {
  /** For `createTestApp({}, { functionRuntime: fake.make })`. */
  make: MakeFunctionRuntime
  /** What a function of this name does; others answer `ok`. */
  handle(name: string, handler: FakeHandler): void
  /** What was built and which processes were started and ended, in order. */
  happened: string[]
}

/** A file with this in it cannot be built. */
export const BROKEN = 'syntax error'

export function createFakeFunctions(): FakeFunctions {
  const handlers = new Map<string, FakeHandler>()
  const happened: string[] = []
  const make: MakeFunctionRuntime = ({ onLog }) => {
    const processes = new Map<string, { version: FunctionVersion; environment: Record<string, string> }>()
    const started = async (version: FunctionVersion) => {
      const known = processes.get(version.deployment_id)
      if (known) return known
      const loaded = await version.load()
      if ('problem' in loaded) return loaded.problem
      const { script, environment } = loaded
      happened.push(`start ${version.name} ${script}`)
      const process = { version, environment }
      processes.set(version.deployment_id, process)
      return process
    }
    const runtime: FunctionRuntime = {
      problem: null,
      async build({ entry, files }) {
        happened.push(`build ${entry}`)
        const problems = files.flatMap(({ path, content }) => {
          const line = content.split('\n').findIndex((text) => text.includes(BROKEN))
          return line < 0 ? [] : [{ path, line: line + 1, message: 'Unexpected token' }]
        })
        return problems.length > 0
          ? { kind: 'refused', problems }
          : { kind: 'built', script: `script of ${entry}` }
      },
      async invoke(version, call) {
        const process = await started(version)
        if (typeof process === 'string')
          return { kind: 'failed', failure: { type: 'broken', message: process } }
        const { environment } = process
        const { app_id, name, deployment_id } = version
        const handler = handlers.get(name) ?? (() => new Response('ok'))
        const answer = await handler(requestOf(call), {
          version,
          call,
          environment,
          console: (level, message) =>
            onLog({
              ...{ app_id, name, deployment_id, request_id: call.request_id, level, message },
              time: new Date(),
            }),
          api: (request) =>
            call.callApi({ as: 'caller', method: 'GET', headers: {}, body: null, ...request }),
        })
        if (answer instanceof Response) return outcomeOf(answer)
        return 'kind' in answer ? answer : { kind: 'failed', failure: answer }
      },
      retire(appId, name) {
        for (const [id, { version }] of processes) {
          if (version.app_id !== appId || (name !== undefined && version.name !== name)) continue
          processes.delete(id)
          happened.push(`end ${version.name}`)
        }
      },
      close: async () => processes.clear(),
    }
    return runtime
  }
  return { make, handle: (name, handler) => void handlers.set(name, handler), happened }
}

function requestOf({ method, url, headers, body, signal }: FunctionCall): Request {
  const takesBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    // As Deno does, hop by hop names and the like included.
    headers: headers.filter(([name]) => name !== 'content-length' && name !== 'host').map(([n, v]) => [n, v]),
    ...(takesBody &&
      body && { body: Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>, duplex: 'half' }),
    ...(signal && { signal }),
  })
}

function outcomeOf({ status, headers, body }: Response): CallOutcome {
  return { kind: 'answered', status, headers: [...headers], body: body ?? none() }
}

async function* none(): AsyncGenerator<Uint8Array> {}
