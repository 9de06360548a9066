/** OpenTelemetry: a span per request, sent to a collector; off, and not even loaded, unless the settings name one. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

export interface Tracing {
  /** From now on every request of this server is a span. */
  trace(server: FastifyInstance): void
  /** Sends what is left. */
  stop(): Promise<void>
}

export interface TracingSettings {
  /** Where spans are sent: the whole address. */
  url: string
  service: string
}

/** From the environment variables that OpenTelemetry names; null when tracing is not asked for. */
export function tracingSettings(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<TracingSettings> | null {
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim()
  const shared = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  const url = own || (shared && `${shared.replace(/\/+$/, '')}/v1/traces`)
  if (isOff || !url) return null
  return { url, service: env.OTEL_SERVICE_NAME?.trim() || 'atrium' }
}

/** The exporter reads its further variables itself: headers, certificates, compression, time-outs. */
export async function startTracing(settings: TracingSettings, log: Log): Promise<Tracing> {
  const [api, { W3CTraceContextPropagator }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const warn = (message: string) => log.warn({}, `tracing: ${message}`)
  const quiet = () => {}
  api.diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet })

  const exporter = new OTLPTraceExporter({ url: settings.url })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.service }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('atrium')
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<FastifyRequest, Span>()

  /** The trace that the caller is in, if it says so. */
  const callersContext = (request: FastifyRequest): Context =>
    propagator.extract(api.ROOT_CONTEXT, request.headers, api.defaultTextMapGetter)

  return {
    trace(server) {
      server.addHook('onRequest', (request, _reply, done) => {
        const { config, url } = request.routeOptions
        const operation = config?.operation?.name
        const route = url ?? 'unknown'
        const name = operation ?? `${request.method} ${route}`
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'atrium.request_id': request.id,
          ...(operation && { 'atrium.operation': operation }),
        }
        const options = { kind: api.SpanKind.SERVER, attributes }
        spans.set(request, tracer.startSpan(name, options, callersContext(request)))
        done()
      })
      server.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        // By convention a refusal is no error of the server that refuses.
        if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    async stop() {
      const sent = provider.shutdown().then(
        () => true,
        () => false,
      )
      // A collector that does not answer does not hold up the stop.
      const isSent = await Promise.race([sent, wait(LONGEST_STOP_MS, false, { ref: false })])
      if (!isSent) warn('the collector does not answer, the last spans are lost')
      api.diag.disable()
    },
  }
}

const LONGEST_STOP_MS = 2_000
