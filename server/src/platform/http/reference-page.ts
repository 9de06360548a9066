import helmet from '@fastify/helmet'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { DOCS_POLICY } from './security-policy.ts'

/** The API reference at /docs. Its library brings 4 MB of script along, so the first who looks loads it. */
export function addReferencePage(server: FastifyInstance): void {
  let loading: Promise<FastifyInstance> | null = null
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= loadReference()
    const reference = await loading
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reference.routing(request.raw, reply.raw)
  }
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) server.get(path, show)
  server.addHook('onClose', async () => {
    await (await loading)?.close()
  })
}

/** A server of its own, as routes can only be added before a server listens. */
async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reference = fastify({ logger: false })
  await reference.register(helmet, { contentSecurityPolicy: DOCS_POLICY, hsts: false })
  await reference.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Atrium API',
      // Only what works without anybody's service.
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  })
  await reference.ready()
  return reference
}
