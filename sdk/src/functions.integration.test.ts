/** What an app's front end gets of its backend functions, against a whole server in this process. */
import { beforeEach, describe, expect, test } from 'vitest'
import { useFunctions } from '../../server/src/modules/functions/test/function-scene.ts'
import { ApiError, type AppClient, type Client, ConnectionError, createClient } from './index.ts'

const scene = useFunctions()
let client: Client & AppClient

beforeEach(async () => {
  client = clientOf(scene.owner.token)
  await scene.deploy('echo')
  scene.fake.handle('echo', async (request, { call }) =>
    Response.json({
      method: request.method,
      query: new URL(call.url).search,
      type: request.headers.get('content-type'),
      own: request.headers.get('x-own'),
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    }),
  )
})

const clientOf = (token?: string) =>
  createClient({ baseUrl: scene.app.baseUrl, app_id: scene.shop.id, token, retries: 0 })

describe('invoke', () => {
  test('sends data as JSON, and parses what comes back', async () => {
    const answer = await client.functions.invoke('echo', { cart: [1, 2] }, { headers: { 'x-own': 'yes' } })
    expect(answer).toMatchObject({
      method: 'POST',
      type: 'application/json',
      own: 'yes',
      body: '{"cart":[1,2]}',
    })
    expect(await client.functions.invoke('echo')).toMatchObject({ body: '', type: null })
    expect(await client.functions.invoke('echo', null)).toMatchObject({ body: 'null' })
  })

  test('sends a form and a file as they are', async () => {
    const form = new FormData()
    form.set('name', 'Ada')
    const sent = await client.functions.invoke<{ type: string; body: string }>('echo', form)
    expect(sent.type).toMatch(/^multipart\/form-data; boundary=/)
    expect(sent.body).toContain('Ada')
    expect(await client.functions.invoke('echo', new Blob(['a,b'], { type: 'text/csv' }))).toMatchObject({
      type: 'text/csv',
      body: 'a,b',
    })
  })

  test('returns text where it is no JSON', async () => {
    await scene.deploy('jobs/plain')
    scene.fake.handle('jobs/plain', () => new Response('2 orders'))
    expect(await client.functions.invoke('jobs/plain')).toBe('2 orders')
    scene.fake.handle('jobs/plain', () => new Response(null, { status: 204 }))
    expect(await client.functions.invoke('jobs/plain')).toBe('')
  })

  test('throws what the function and what the server refuse', async () => {
    scene.fake.handle('echo', () => Response.json({ code: 'sold_out', message: 'Too late' }, { status: 409 }))
    const refused = await client.functions.invoke('echo').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 409, code: 'sold_out', message: 'Too late' })
    await expect(client.functions.invoke('nothing')).rejects.toMatchObject({ code: 'function_not_found' })
    await expect(clientOf().functions.invoke('echo')).rejects.toMatchObject({ status: 401 })
    await expect(client.functions.invoke('../echo')).rejects.toThrow('functions.invoke: name cannot be')
  })

  test('is sent once, and gives up when it is aborted', async () => {
    let calls = 0
    scene.fake.handle('echo', () => {
      calls++
      return Response.json({}, { status: 503 })
    })
    const patient = createClient({ ...connection(), retries: 2 })
    await expect(patient.functions.invoke('echo')).rejects.toMatchObject({ status: 503 })
    expect(calls).toBe(1)
    await expect(client.functions.invoke('echo', {}, { signal: AbortSignal.abort('enough') })).rejects.toBe(
      'enough',
    )
    const offline = createClient({ ...connection(), baseUrl: 'http://127.0.0.1:1' })
    await expect(offline.functions.invoke('echo')).rejects.toBeInstanceOf(ConnectionError)
  })

  test('by the params of the operation is the operation still', async () => {
    const answer = await client.functions.invoke({ app_id: scene.shop.id, name: 'echo' })
    expect(await answer.json()).toMatchObject({ method: 'POST' })
    expect(client.functions.invoke.operation.name).toBe('functions.invoke')
    expect((await client.functions.list({ app_id: scene.shop.id })).functions).toMatchObject([
      { name: 'echo' },
    ])
  })

  const connection = () => ({
    baseUrl: scene.app.baseUrl,
    app_id: scene.shop.id,
    token: scene.owner.token,
  })
})

describe('fetch', () => {
  test('takes any method, headers and body, and hands over the answer as it is', async () => {
    const answer = await client.functions.fetch('echo?page=2&of=3', {
      method: 'PUT',
      headers: { 'x-own': 'yes', 'content-type': 'text/plain' },
      body: 'hello',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      method: 'PUT',
      query: '?page=2&of=3',
      type: 'text/plain',
      own: 'yes',
      authorization: null,
      body: 'hello',
    })
    for (const [name, path] of [
      ['/echo', 'echo'],
      ['/echo/a b/7?x=1', 'echo/a%20b/7?x=1'],
    ] as const) {
      scene.fake.handle('echo', ({ url }) => new Response(url.split('/functions/')[1]))
      expect(await (await client.functions.fetch(name)).text()).toBe(path)
    }
    scene.fake.handle('echo', () => new Response('no', { status: 418, headers: { 'x-kind': 'pot' } }))
    const refused = await client.functions.fetch('echo')
    expect([refused.status, refused.headers.get('x-kind'), await refused.text()]).toEqual([418, 'pot', 'no'])
    expect((await clientOf().functions.fetch('echo')).status).toBe(401)
  })

  test('acts with the credential of the moment, or the one that is given', async () => {
    const nobody = clientOf()
    nobody.setToken(scene.owner.token)
    expect((await nobody.functions.fetch('echo')).status).toBe(200)
    const headers = { authorization: `Bearer ${scene.stranger.token}` }
    expect((await nobody.functions.fetch('echo', { headers })).status).toBe(404)
  })
})
