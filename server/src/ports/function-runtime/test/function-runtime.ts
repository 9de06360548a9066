/** A real runtime, and functions to run in it. */
import { transform } from 'rolldown/utils'
import { afterAll, expect } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { createOutboundHttp } from '../../outbound-http/guarded.ts'
import { createDenoRuntime, type RuntimeLimits } from '../deno.ts'
import { findDeno } from '../deno-path.ts'
import type {
  ApiRequest,
  ApiResponse,
  CallOutcome,
  FunctionCall,
  FunctionLog,
  FunctionVersion,
  SourceFile,
} from '../port.ts'
import type { Sandbox } from '../sandbox.ts'

export interface TestRuntimeOptions {
  limits?: Partial<RuntimeLimits>
  /** Ranges that the guard lets through. */
  allow?: readonly string[]
  hosts?: readonly string[]
  wall?: Sandbox['wall']
  callApi?: (request: ApiRequest) => Promise<ApiResponse>
}

/** For the tests of a file; ended after them. */
export function useFunctionRuntime(options: TestRuntimeOptions = {}) {
  const deno = findDeno()
  if (deno === null) throw new Error('Deno is not installed')
  const logs: FunctionLog[] = []
  const outboundHttp = createOutboundHttp({ allow: options.allow ?? [], caFile: null })
  const runtime = createDenoRuntime({
    deno,
    outboundHttp,
    hosts: options.hosts ?? ['*'],
    log: collectedLog(),
    onLog: (line) => logs.push(line),
    now: () => new Date(),
    ...(options.wall && { wall: options.wall }),
    limits: options.limits ?? {},
  })
  afterAll(async () => {
    await runtime.close()
    await outboundHttp.close()
  })
  let count = 0

  async function build(files: readonly SourceFile[]): Promise<string> {
    const outcome = await runtime.build({ entry: files[0]?.path ?? '', files })
    if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.problems))
    return outcome.script
  }

  /** A text alone is not bundled, which takes a second. */
  async function deploy(
    files: string | readonly SourceFile[],
    environment: Record<string, string> = {},
    app_id = 'app',
  ): Promise<FunctionVersion> {
    const script = typeof files === 'string' ? await withoutTypes(files) : await build(files)
    count++
    return {
      app_id,
      name: `f${count}`,
      deployment_id: `d${count}`,
      load: async () => ({ script, environment }),
    }
  }

  function call(version: FunctionVersion, request: Partial<FunctionCall> = {}): Promise<CallOutcome> {
    return runtime.invoke(version, {
      request_id: 'req_1',
      method: 'GET',
      url: 'http://atrium.test/api/apps/app/functions/f',
      headers: [],
      body: null,
      callApi: options.callApi ?? (() => Promise.reject(new Error('not expected'))),
      ...request,
    })
  }

  /** What the handler returns as text. */
  async function run(code: string, request?: Partial<FunctionCall>, environment?: Record<string, string>) {
    return textOf(await call(await deploy(code, environment), request))
  }
  return { runtime, logs, build, deploy, call, run }
}

async function withoutTypes(code: string): Promise<string> {
  return (await transform('main.ts', code, {})).code
}

export async function textOf(outcome: CallOutcome): Promise<string> {
  if (outcome.kind === 'failed') throw new Error(`${outcome.failure.type}: ${outcome.failure.message}`)
  if (outcome.body instanceof Uint8Array) return Buffer.from(outcome.body).toString()
  let text = ''
  for await (const piece of outcome.body) text += Buffer.from(piece).toString()
  return text
}

export function failureOf(outcome: CallOutcome) {
  expect(outcome.kind).toBe('failed')
  if (outcome.kind !== 'failed') throw new Error('it answered')
  return outcome.failure
}

export async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
