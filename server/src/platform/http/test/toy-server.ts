import { type ErrorCode, operation, personal } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { collectedLog } from '../../../../test/collected-log.ts'
import { refuse } from '../../errors.ts'
import { handle } from '../../module.ts'
import type { RequestPath } from '../handle.ts'
import { createOwnCalls, type OwnCalls } from '../own-calls.ts'
import { createRateLimits } from '../rate-limit.ts'
import { addRoutes, createHttpServer, type HttpSettings } from '../server.ts'
import type { Identity } from '../visitor.ts'

const answer = Type.Object({ size: Type.Integer() })

const guarded = operation({
  name: 'toys.play',
  summary: 'For tests',
  method: 'POST',
  path: '/toys',
  credential: personal('full_access'),
  body: Type.Object({ size: Type.Optional(Type.Integer()) }),
  answer,
  refuses: ['app_not_found'] satisfies ErrorCode[],
})
const open = operation({
  name: 'toys.look',
  summary: 'For tests',
  method: 'GET',
  path: '/toys/{toy_id}',
  credential: null,
  params: Type.Object({ toy_id: Type.String() }),
  answer,
})

/** A server with two routes whose work the test gives, without a database: everything else is the real request path. */
export async function toyServer(
  work: () => Promise<unknown>,
  settings: Partial<HttpSettings> & {
    prepare?: (server: FastifyInstance) => void | Promise<void>
    ownCalls?: OwnCalls
  } = {},
) {
  const log = collectedLog()
  const { prepare, ownCalls = createOwnCalls(), ...changes } = settings
  const server = await createHttpServer({
    log,
    trustProxy: false,
    strictAnswers: false,
    onAnswer: null,
    ...changes,
  })
  await prepare?.(server)
  const run = work as () => Promise<{ size: number }>
  addRoutes(server, { ...requestPath, ownCalls }, [handle(guarded, run), handle(open, run)], {})
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  const close = () => {
    const closed = server.close()
    // A test may leave a large answer unread, and its connection would never turn idle.
    server.server.closeAllConnections()
    return closed
  }
  return { server, baseUrl, log, close }
}

const requestPath: Omit<RequestPath, 'ownCalls'> = {
  cookieName: 'toys',
  keyed: { answerOnce: () => Promise.reject(new Error('no toy takes a key')) },
  rateLimits: createRateLimits({ limits: 'off', pool: null }),
  async authorizeAnonymous() {
    throw refuse('missing_credentials')
  },
  async authenticate(_presented, visitor): Promise<Identity> {
    return {
      ...visitor,
      kind: 'personal_token',
      credential_id: 'tok_toy',
      permission: 'full_access',
      keySpaceOf: () => '',
      bucketFor: () => 'toy',
      limitFor: () => undefined,
    }
  },
}
