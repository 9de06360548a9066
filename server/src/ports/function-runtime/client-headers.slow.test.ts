/** Client libraries that read headers of their own name, in real processes. */
import { describe, expect, test } from 'vitest'
import type { ApiRequest } from './port.ts'
import { textOf, useFunctionRuntime } from './test/function-runtime.ts'

const asked: ApiRequest[] = []
const { deploy, call, run } = useFunctionRuntime({
  callApi: async (request) => {
    asked.push(request)
    return { status: 200, headers: {}, body: Buffer.from('{}') }
  },
})

describe('a client library that reads headers of its own name', () => {
  const library = `const clientOf = (request) => {
    const header = (name) => request.headers.get(name)
    const [app, at, service] = [header('Shop-App-Id'), header('Shop-Api-Url'), header("Shop-Service-Authorization")]
    const send = (authorization) => (path, init) => fetch(at + '/api/apps/' + app + path, {
      ...init, headers: authorization ? { authorization } : {},
    })
    return { user: send(header('Authorization')), service: send(service), seen: Object.fromEntries(request.headers) }
  }`

  test('reaches the API as the caller and as the service', async () => {
    const code = `${library}
      Deno.serve(async (request) => {
        const { user, service, seen } = clientOf(request)
        await user('/entities/Task')
        await service('/entities/Task')
        return Response.json(seen)
      })`
    asked.length = 0
    const headers = [['x-atrium-user', '{}']] as const
    const seen = JSON.parse(await run(code, { headers }))
    expect(seen).toMatchObject({ 'shop-app-id': 'app', authorization: 'Bearer caller' })
    const path = '/api/apps/app/entities/Task'
    expect(asked).toMatchObject([
      { as: 'caller', path },
      { as: 'service', path },
    ])
    const anonymous = JSON.parse(await run(code))
    expect(anonymous.authorization).toBeUndefined()
  })

  test('is led nowhere else, and given no other role, by who calls', async () => {
    const version = await deploy(`${library}
      Deno.serve(async (request) => {
        const { user, seen } = clientOf(request)
        if (request.method === 'POST') await user('/entities/Task')
        return Response.json(seen)
      })`)
    const first = JSON.parse(await textOf(await call(version)))
    const headers = [
      ['Shop-Api-Url', 'http://evil.test'],
      ['shop-app-id', 'other'],
      ['SHOP-State', 'x'],
      ['authorization', first['shop-service-authorization']],
    ] as const
    asked.length = 0
    const seen = JSON.parse(await textOf(await call(version, { method: 'POST', headers })))
    expect(seen).toMatchObject({ 'shop-api-url': 'http://api.atrium.invalid', 'shop-app-id': 'app' })
    expect(Object.keys(seen).filter((name) => name.startsWith('shop-'))).toHaveLength(3)
    expect(asked).toMatchObject([{ as: 'caller', path: '/api/apps/app/entities/Task' }])
  })
})
