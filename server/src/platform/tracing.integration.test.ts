import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectedLog } from '../../test/collected-log.ts'
import { refuse } from './errors.ts'
import { toyServer } from './http/test/toy-server.ts'
import { startTracing, tracingSettings } from './tracing.ts'

/** Takes what a collector of OpenTelemetry takes, and keeps it. */
async function standInCollector() {
  // biome-ignore lint/suspicious/noExplicitAny: the exporter's own format
  const received: { path: string | undefined; headers: IncomingHttpHeaders; body: any }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(text) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
    spans: () =>
      received.flatMap(({ body }) =>
        body.resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
          resource.scopeSpans.flatMap((scope) => scope.spans),
        ),
      ) as Span[],
  }
}

interface Span {
  name: string
  kind: number
  traceId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const SERVER_KIND = 2
const ERROR_STATUS = 2

describe('tracing', () => {
  let collector: Awaited<ReturnType<typeof standInCollector>>
  beforeEach(async () => {
    collector = await standInCollector()
  })
  afterEach(() => collector.stop())

  test('sends one span per request, named by its operation, within the trace of the caller', async () => {
    const settings = tracingSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'our-atrium',
    })
    const log = collectedLog()
    const tracing = await startTracing(settings as NonNullable<typeof settings>, log)
    let turn = 0
    const { server, baseUrl } = await toyServer(
      async () => {
        if (turn++ === 0) return { size: 1 }
        throw turn === 2 ? refuse('app_not_found') : new Error('why')
      },
      { prepare: (toys) => tracing.trace(toys) },
    )
    const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
    const answer = await fetch(`${baseUrl}/toys/hush?hush=hush`, { headers: { traceparent } })
    await fetch(`${baseUrl}/toys/hush`)
    await fetch(`${baseUrl}/toys/hush`, { headers: { traceparent: 'nonsense' } })
    await server.close()
    await tracing.stop()

    expect(collector.received[0]?.path).toBe('/v1/traces')
    expect(JSON.stringify(collector.received)).toContain('our-atrium')
    expect(JSON.stringify(collector.received.map(({ body }) => body))).not.toContain('hush')
    const spans = collector.spans()
    expect(spans.map(({ name, kind, status }) => [name, kind, status.code ?? 0])).toEqual([
      ['toys.look', SERVER_KIND, 0],
      ['toys.look', SERVER_KIND, 0],
      ['toys.look', SERVER_KIND, ERROR_STATUS],
    ])
    expect(spans[0]).toMatchObject({ traceId: 'a1'.repeat(16), parentSpanId: 'b2'.repeat(8) })
    expect(attributesOf(spans[0] as Span)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/toys/:toy_id',
      'http.response.status_code': 200,
      'atrium.operation': 'toys.look',
      'atrium.request_id': answer.headers.get('x-request-id'),
    })
    expect(spans[1]?.parentSpanId || null).toBeNull()
    expect(spans[2]?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3)
    expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([])
  })

  test('says so in the log when the collector cannot be reached, and harms nothing else', {
    tags: 'slow',
  }, async () => {
    const log = collectedLog()
    const tracing = await startTracing({ url: 'http://127.0.0.1:1/v1/traces', service: 'atrium' }, log)
    const { server, baseUrl } = await toyServer(async () => ({ size: 1 }), {
      prepare: (toys) => tracing.trace(toys),
    })
    expect((await fetch(`${baseUrl}/toys/1`)).status).toBe(200)
    await server.close()
    await tracing.stop()
    expect(log.lines.at(-1)).toMatchObject({
      level: 'warn',
      msg: expect.stringMatching(/collector does not answer/),
    })
  })
})

describe('the settings of tracing', () => {
  test.each([
    [{}, null],
    [{ OTEL_SERVICE_NAME: 'x' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, { url: 'http://c:4318/v1/traces', service: 'atrium' }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c/otel/' },
      { url: 'http://c/otel/v1/traces', service: 'atrium' },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/spans' },
      { url: 'http://t/spans', service: 'atrium' },
    ],
    [
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/spans', OTEL_SERVICE_NAME: 'mine' },
      { url: 'http://t/spans', service: 'mine' },
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('%j are %j', (env, settings) => {
    expect(tracingSettings(env)).toEqual(settings)
  })
})
