import { afterEach, describe, expect, test } from 'vitest'
import { createOwnCalls, type OwnAnswer } from './own-calls.ts'
import { serveOnlyOwnCalls } from './server.ts'
import { toyServer } from './test/toy-server.ts'
import type { Identity } from './visitor.ts'

let close = async () => {}
afterEach(() => close())

const caller = (kind: Identity['kind']): Identity => ({
  kind,
  request_id: 'req_1',
  address: '10.0.0.1',
  credential_id: 'x',
  permission: 'full_access',
  keySpaceOf: () => '',
  bucketFor: () => 'x',
  limitFor: () => undefined,
})
const PLAY = { method: 'POST', url: '/toys', headers: { host: 'own' }, body: null, address: '10.0.0.1' }
const codeOf = ({ status, body }: OwnAnswer) => [status, JSON.parse(body.toString()).code]

describe('a call of the server to itself', () => {
  test('needs no credential, and knows how deep it is; one from outside is none', async () => {
    const ownCalls = createOwnCalls()
    const depths: unknown[] = []
    const work = async () => {
      depths.push(ownCalls.current()?.depth)
      return { size: 1 }
    }
    const toy = await toyServer(work, { ownCalls })
    close = toy.close
    ownCalls.serveBy(toy.server)
    expect((await ownCalls.send({ depth: 3, caller: caller('session') }, PLAY)).status).toBe(200)
    expect(codeOf(await ownCalls.send({ depth: 3, caller: null }, PLAY))).toEqual([
      401,
      'missing_credentials',
    ])
    expect((await fetch(`${toy.baseUrl}/toys/1`)).status).toBe(200)
    expect((await fetch(`${toy.baseUrl}/toys`, { method: 'POST' })).status).toBe(401)
    expect(depths).toEqual([3, undefined])
  })

  test('as the service reaches only what is meant for it', async () => {
    const ownCalls = createOwnCalls()
    const toy = await toyServer(async () => ({ size: 1 }), { ownCalls })
    close = toy.close
    ownCalls.serveBy(toy.server)
    const answer = await ownCalls.send({ depth: 1, caller: caller('service') }, PLAY)
    expect(codeOf(answer)).toEqual([403, 'app_session_not_allowed'])
  })

  test('is all that is served where nobody else may come', async () => {
    const ownCalls = createOwnCalls()
    const prepare = (server: Parameters<typeof serveOnlyOwnCalls>[0]) => serveOnlyOwnCalls(server, ownCalls)
    const toy = await toyServer(async () => ({ size: 1 }), { ownCalls, prepare })
    close = toy.close
    ownCalls.serveBy(toy.server)
    expect((await fetch(`${toy.baseUrl}/toys/1`)).status).toBe(404)
    const look = { ...PLAY, method: 'GET', url: '/toys/1' }
    expect((await ownCalls.send({ depth: 1, caller: null }, look)).status).toBe(200)
  })
})
