import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { bearer, codeOf, useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene

describe('an answer', () => {
  test('passes through whole: status, headers, cookies and body', async () => {
    await scene.deploy('make')
    fake.handle('make', () => {
      const headers = new Headers({ 'content-type': 'text/x-own', 'x-own': 'yes', location: '/there' })
      headers.append('set-cookie', 'cart=1; Path=/')
      headers.append('set-cookie', 'seen=2')
      return new Response('made', { status: 201, headers })
    })
    const answer = await scene.call('make')
    expect([answer.status, await answer.text()]).toEqual([201, 'made'])
    expect(answer.headers.get('content-type')).toBe('text/x-own')
    expect(answer.headers.get('x-own')).toBe('yes')
    expect(answer.headers.get('location')).toBe('/there')
    expect(answer.headers.getSetCookie()).toEqual(['cart=1; Path=/', 'seen=2'])
    for (const status of [404, 422, 500]) {
      fake.handle('make', () => new Response('own words', { status }))
      const refused = await scene.call('make')
      expect([refused.status, await refused.text()]).toEqual([status, 'own words'])
    }
    for (const status of [204, 304]) {
      fake.handle('make', () => new Response(null, { status }))
      expect((await scene.call('make')).status).toBe(status)
    }
    fake.handle('make', () => new Response('text', { headers: { 'x-own': 'head' } }))
    const head = await scene.call('make', { method: 'HEAD' })
    expect([head.headers.get('x-own'), await head.text()]).toEqual(['head', ''])
  })

  test('streams: its headers come before its body, and each part when it is there', async () => {
    await scene.deploy('stream')
    let send = (_text: string | null) => {}
    fake.handle('stream', () => {
      const body = new ReadableStream({
        start(controller) {
          send = (text) =>
            text === null ? controller.close() : controller.enqueue(new TextEncoder().encode(text))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    })
    const answer = await scene.call('stream') // nothing is written yet
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      send(text)
      expect((await reader?.read())?.value).toBe(text)
    }
    send(null)
    expect((await reader?.read())?.done).toBe(true)
  })

  test('that ends in the middle is cut, not made whole', async () => {
    await scene.deploy('broken')
    fake.handle('broken', () => ({
      kind: 'answered',
      status: 200,
      headers: [],
      body: (async function* () {
        yield new TextEncoder().encode('half')
        throw { type: 'crashed', message: 'the process ended' }
      })(),
    }))
    const answer = await scene.call('broken')
    await expect(answer.text()).rejects.toThrow()
    const at = { app_id: scene.shop.id, name: 'broken' }
    await expect
      .poll(() => app.as(scene.owner).functions.logs(at))
      .toMatchObject([{ level: 'error', message: 'the process ended' }])
  })

  test('that came whole is sent so, a stream as it comes', async () => {
    await scene.deploy('made')
    const bytes = Buffer.from('bytes')
    for (const [body, length] of [
      [bytes, '5'],
      [Buffer.alloc(0), '0'],
      [Readable.from([bytes]), null],
    ] as const) {
      // What the function says of the length is not believed.
      fake.handle('made', () => ({ kind: 'answered', status: 200, headers: [['content-length', '9']], body }))
      const answer = await scene.call('made')
      expect(await answer.text()).toBe(length === '0' ? '' : 'bytes')
      expect(answer.headers.get('content-length')).toBe(length)
    }
  })

  test('cannot speak for the server, nor act on its origin', async () => {
    await scene.deploy('bad')
    const forbidden = {
      'x-request-id': 'forged',
      'strict-transport-security': 'max-age=0',
      'content-security-policy': 'default-src *',
      'access-control-allow-origin': 'https://evil.example',
      'access-control-allow-credentials': 'true',
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      'x-accel-redirect': '/etc/passwd',
      'x-sendfile': '/etc/passwd',
      'x-atrium-user': 'x',
      'ratelimit-policy': 'x',
      'transfer-encoding': 'identity',
      'content-length': '1',
      connection: 'x-own',
    }
    fake.handle('bad', () => ({
      kind: 'answered',
      status: 200,
      headers: [
        ...Object.entries(forbidden),
        ['content-type', 'text/javascript'],
        ['set-cookie', 'atrium=stolen; Path=/'],
        ['set-cookie', '__Host-atrium=stolen; Path=/'],
        ['set-cookie', ' Atrium =stolen'],
        ['set-cookie', 'atrium-sign-in-0123456789abcdef=planted; Path=/'],
        ['set-cookie', '__Host-atrium_device=planted; Path=/; Secure'],
        ['set-cookie', '=atrium=stolen; Path=/'],
        ['set-cookie', 'fine=1'],
        ['x bad name', 'x'],
        ['x-bad-value', 'a\nb'],
        ['x-own', 'kept'],
      ],
      body: new Blob(['alert(1)']).stream(),
    }))
    const answer = await scene.call('bad')
    expect(await answer.text()).toBe('alert(1)')
    for (const [name, value] of Object.entries(forbidden))
      expect(answer.headers.get(name), name).not.toBe(value)
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.getSetCookie()).toEqual(['fine=1'])
    expect(answer.headers.get('x-own')).toBe('kept')
  })
})

describe('a function that fails', () => {
  test.each([
    ['busy', 503, 'function_busy'],
    ['timed_out', 504, 'function_timed_out'],
    ['crashed', 502, 'function_failed'],
    ['broken', 502, 'function_failed'],
    ['too_large', 502, 'function_failed'],
    ['unavailable', 503, 'functions_unavailable'],
  ] as const)('%s is a %i', async (type, status, code) => {
    await scene.deploy('fails')
    fake.handle('fails', () => ({ type, message: `It was ${type} at line 3` }))
    for (const [path, token] of [
      [`/api/apps/${scene.shop.id}/functions/fails`, scene.owner.token],
      ['/api/functions/fails', scene.shopper.token],
    ] as const) {
      const answer = await fetch(`${app.baseUrl}${path}`, { method: 'POST', headers: bearer(token) })
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null)
      const body = await answer.json()
      expect([answer.status, body.code]).toEqual([status, code])
      expect(JSON.stringify(body)).not.toContain('line 3')
    }
    const at = { app_id: scene.shop.id, name: 'fails' }
    const lines = () => app.as(scene.owner).functions.logs(at)
    await expect
      .poll(lines)
      .toContainEqual(expect.objectContaining({ level: 'error', message: `It was ${type} at line 3` }))
    const calls = async () => (await app.as(scene.owner).functions.list_invocations(at)).items
    await expect.poll(async () => (await calls()).length).toBe(2)
    expect((await calls())[0]).toMatchObject({ status, error_code: code, trigger: 'http', method: 'POST' })
  })

  test('by a status that is none is a 502', async () => {
    await scene.deploy('odd')
    fake.handle('odd', () => ({ kind: 'answered', status: 101, headers: [], body: new Blob().stream() }))
    expect(await codeOf(await fetch(scene.url('odd'), { headers: bearer(scene.owner.token) }))).toEqual([
      502,
      'function_failed',
    ])
  })
})
