import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { bearer, codeOf, useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene

/** Everything that the function got of a request. */
function echo(name: string) {
  fake.handle(name, async (request) =>
    Response.json({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()).toString('latin1'),
    }),
  )
}

describe('who may call a function', () => {
  test('those who may use the app, and nobody else', async () => {
    await scene.deploy('hello')
    fake.handle('hello', () => new Response('hi'))
    for (const token of [scene.owner.token, scene.shopper.token]) {
      const answer = await fetch(scene.url('hello'), { method: 'POST', headers: bearer(token) })
      expect([answer.status, await answer.text()]).toEqual([200, 'hi'])
    }
    expect(await codeOf(await fetch(scene.url('hello')))).toEqual([401, 'missing_credentials'])
    expect(await codeOf(await fetch(scene.url('hello'), { headers: bearer(scene.stranger.token) }))).toEqual([
      404,
      'app_not_found',
    ])
    const foreign = await app.make.appUser(await app.make.app(scene.owner), { invited_date: app.clock.now() })
    expect(await codeOf(await fetch(scene.url('hello'), { headers: bearer(foreign.token) }))).toEqual([
      404,
      'app_not_found',
    ])
    expect(await codeOf(await fetch(scene.url('hello'), { headers: bearer('pat_unknown') }))).toEqual([
      401,
      'invalid_credentials',
    ])
  })

  test('everybody where the app is public, or the function is for anyone', async () => {
    const open = await app.make.app(scene.owner, { public_settings: 'public_without_login' })
    await scene.deploy('hello', {}, open)
    expect((await fetch(scene.url('hello', open))).status).toBe(200)
    await scene.deploy('hook', { access: 'anyone' })
    expect((await fetch(scene.url('hook'), { method: 'POST' })).status).toBe(200)
    expect((await fetch(scene.url('hook'), { headers: bearer(scene.stranger.token) })).status).toBe(200)
  })

  test('and what is not there is not found', async () => {
    expect(await codeOf(await fetch(scene.url('none'), { headers: bearer(scene.owner.token) }))).toEqual([
      404,
      'function_not_found',
    ])
    await scene.deploy('hook', { access: 'anyone' })
    expect((await fetch(scene.url('hook'))).status).toBe(200)
    await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
    expect((await fetch(scene.url('hook'))).status).toBe(401)
  })

  test('as the function is now: what a node remembers of it ends with the change, on all nodes', async () => {
    const other = await createTestApp(
      { database_url: app.databaseUrl, role: 'api', rate_limits: 'off' },
      { functionRuntime: fake.make },
    )
    onTestFinished(() => other.stop())
    // No time passes by which what is remembered would end by itself.
    const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => still.mockRestore())
    const statusAt = async (node: { baseUrl: string }) =>
      (await fetch(scene.url('hook').replace(app.baseUrl, node.baseUrl))).status
    const becomes = async (status: number) => {
      expect(await statusAt(app)).toBe(status)
      await expect.poll(() => statusAt(other)).toBe(status)
    }
    const at = { app_id: scene.shop.id, name: 'hook' }
    const { deployment_id } = await scene.deploy('hook', { access: 'anyone' })
    await becomes(200)
    await scene.deploy('hook')
    await becomes(401)
    await app.as(scene.owner).functions.rollback(at, { deployment_id })
    await becomes(200)
    await app.as(scene.owner).functions.delete(at)
    await becomes(401)
  })

  test('by the address without an app only with a token of one', async () => {
    await scene.deploy('deep/er')
    const call = (token: string) => fetch(`${app.baseUrl}/api/functions/deep/er`, { headers: bearer(token) })
    expect((await call(scene.shopper.token)).status).toBe(200)
    expect((await call(await app.make.token(scene.owner, { app_ids: [scene.shop.id] }))).status).toBe(200)
    expect(await codeOf(await call(scene.owner.token))).toEqual([400, 'app_not_named'])
    const two = await app.make.token(scene.owner, {
      app_ids: [scene.shop.id, (await app.make.app(scene.owner)).id],
    })
    expect(await codeOf(await call(two))).toEqual([400, 'app_not_named'])
    const gone = await app.make.app(scene.owner)
    const old = await app.make.token(scene.owner, { app_ids: [gone.id] })
    await app.as(scene.owner).apps.delete({ app_id: gone.id })
    expect(await codeOf(await call(old))).toEqual([404, 'app_not_found'])
    const elsewhere = await app.make.appUser(await app.make.app(scene.owner), {
      invited_date: app.clock.now(),
    })
    expect(await codeOf(await call(elsewhere.token))).toEqual([404, 'function_not_found'])
  })

  test('with a cookie only from our own pages, by the method that was really used', async () => {
    await scene.deploy('hello')
    const cookie = `atrium=${await app.make.session(scene.owner)}`
    const call = (method: string, headers = {}) =>
      fetch(scene.url('hello'), { method, headers: { cookie, ...headers } })
    expect((await call('GET')).status).toBe(200)
    expect((await call('HEAD')).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await codeOf(await call(method))).toEqual([403, 'cross_site_refused'])
      expect((await call(method, { origin: app.baseUrl })).status).toBe(200)
    }
  })
})

describe('a request', () => {
  test('passes through whole: method, address, headers and body', async () => {
    await scene.deploy('a/b')
    echo('a/b')
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n)
    for (const name of ['a/b', 'a%2Fb']) {
      const answer = await fetch(`${scene.url(name)}?x=1&x=2`, {
        method: 'PATCH',
        headers: { ...bearer(scene.owner.token), 'content-type': 'application/x-thing', 'x-own': 'yes' },
        body: bytes,
      })
      const seen = await answer.json()
      expect(seen).toMatchObject({ method: 'PATCH', body: Buffer.from(bytes).toString('latin1') })
      expect(seen.url).toMatch(/\/functions\/a(\/|%2F)b\?x=1&x=2$/)
      expect(seen.headers).toMatchObject({ 'content-type': 'application/x-thing', 'x-own': 'yes' })
    }
  })

  test('reaches the function whose name its path begins with, the longest of them', async () => {
    await scene.deploy('shop')
    await scene.deploy('shop/orders')
    for (const name of ['shop', 'shop/orders'])
      fake.handle(
        name,
        (request) => new Response(`${name} ${new URL(request.url).pathname.split('/functions/')[1]}`),
      )
    for (const [path, name] of [
      ['shop', 'shop'],
      ['shop/', 'shop'],
      ['shop/items/7?x=1', 'shop'],
      ['shop/ordersX', 'shop'],
      ['shop/orders', 'shop/orders'],
      ['shop/orders/42/lines', 'shop/orders'],
      [`shop/${'a/'.repeat(500)}z`, 'shop'],
    ] as const)
      expect(await (await scene.call(path)).text()).toBe(`${name} ${path.split('?')[0]}`)
    const bare = await fetch(`${app.baseUrl}/api/functions/shop/orders/1`, {
      headers: bearer(scene.shopper.token),
    })
    expect(await bare.text()).toBe('shop/orders shop/orders/1')
    for (const path of ['sho', 'shopping/orders', 'x/shop', '__proto__', 'constructor/x'])
      expect(await codeOf(await scene.call(path))).toEqual([404, 'function_not_found'])
    const { functions } = app.as(scene.owner)
    await expect
      .poll(
        async () =>
          (await functions.list_invocations({ app_id: scene.shop.id, name: 'shop/orders' })).items.length,
      )
      .toBe(3)
  })

  test('may have no body, a form, or text that is no JSON', async () => {
    await scene.deploy('echo')
    echo('echo')
    const send = async (init: RequestInit) =>
      (
        await fetch(scene.url('echo'), {
          method: 'POST',
          ...init,
          headers: { ...init.headers, ...bearer(scene.owner.token) },
        })
      ).json()
    expect(await send({ headers: { 'content-type': 'application/json' } })).toMatchObject({ body: '' })
    expect(await send({ headers: { 'content-type': 'application/json' }, body: '{' })).toMatchObject({
      body: '{',
    })
    const form = new FormData()
    form.set('file', new File(['inside'], 'a.txt'))
    const { body, headers } = await send({ body: form })
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(body).toContain('inside')
    const streamed = new ReadableStream({
      start(controller) {
        for (const part of ['one ', 'two']) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    })
    expect(await send({ body: streamed, duplex: 'half' } as RequestInit)).toMatchObject({ body: 'one two' })
  })

  test('brings no credential of ours to the function, only who it is', async () => {
    await scene.deploy('echo')
    echo('echo')
    const session = await app.make.session(scene.owner)
    const get = async (headers: Record<string, string>) =>
      (await (await fetch(scene.url('echo'), { headers })).json()).headers as Record<string, string>
    const user = { id: scene.owner.id, email: scene.owner.email, role: 'admin' }
    const forged = { 'x-atrium-user': '{"id":"forged"}', 'x-atrium-other': 'x', 'x-forwarded-for': '1.2.3.4' }
    const ways: Record<string, string>[] = [
      bearer(scene.owner.token),
      { api_key: scene.owner.token },
      { ...bearer(scene.owner.token), api_key: 'odd form' },
      { cookie: `a=1; atrium=${session}; b=2` },
      { cookie: `atrium=${session}` },
    ]
    for (const headers of ways) {
      const seen = await get({ ...forged, ...headers })
      expect(JSON.parse(seen['x-atrium-user'] ?? '')).toEqual(user)
      expect(JSON.stringify(seen)).not.toMatch(/pat_|ses_|forged|odd form|1\.2\.3\.4/)
      expect(seen['x-atrium-other']).toBeUndefined()
      expect(seen.cookie).toBe(headers.cookie?.startsWith('a=1') ? 'a=1; b=2' : undefined)
    }
    expect(JSON.parse((await get(bearer(scene.shopper.token)))['x-atrium-user'] ?? '')).toMatchObject({
      id: scene.shopper.id,
      role: 'user',
    })
  })

  test('brings a credential of others as it is, and then nobody is signed in', async () => {
    await scene.deploy('hook', { access: 'anyone' })
    echo('hook')
    for (const authorization of ['Bearer sk_test_123', 'Basic YTpi', 'Digest x="y"']) {
      const answer = await fetch(scene.url('hook'), { headers: { authorization, 'x-atrium-user': '{}' } })
      const { headers } = await answer.json()
      expect(headers.authorization).toBe(authorization)
      expect(headers['x-atrium-user']).toBeUndefined()
    }
    const named = await fetch(scene.url('hook'), { headers: { api_key: 'theirs' } })
    expect((await named.json()).headers.api_key).toBe('theirs')
    await scene.deploy('inside')
    expect(await codeOf(await fetch(scene.url('inside'), { headers: bearer('sk_test_123') }))).toEqual([
      401,
      'missing_credentials',
    ])
  })

  test('that is too large is refused, however its length is said', { tags: 'slow' }, async () => {
    await scene.deploy('echo')
    echo('echo')
    const large = new Uint8Array(50 * 1024 * 1024 + 1)
    const streamed = new Blob([large]).stream()
    for (const init of [{ body: large }, { body: streamed, duplex: 'half' }] as RequestInit[]) {
      const answer = await fetch(scene.url('echo'), {
        method: 'POST',
        headers: bearer(scene.owner.token),
        ...init,
      })
      expect(await codeOf(answer)).toEqual([413, 'body_too_large'])
    }
  })

  test('whose sender leaves is aborted', async () => {
    await scene.deploy('slow')
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    fake.handle('slow', (_request, { call }) => {
      begun.resolve()
      call.signal?.addEventListener('abort', () => aborted.resolve())
      return new Promise<Response>(() => {})
    })
    const leaving = new AbortController()
    const asked = fetch(scene.url('slow'), {
      headers: bearer(scene.owner.token),
      signal: leaving.signal,
    }).catch(() => 'left')
    await begun.promise
    leaving.abort()
    expect(await asked).toBe('left')
    await aborted.promise
  })
})
