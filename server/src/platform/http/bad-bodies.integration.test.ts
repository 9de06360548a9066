import { ANONYMOUS_BODY, USUAL_BODY } from '@atrium/contract/body-bounds'
import { describe, expect, test } from 'vitest'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { rawRequest, sendRaw } from './test/raw-http.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const JSON_TYPE = { 'content-type': 'application/json' }

async function createFolder(body: BodyInit, headers: Record<string, string> = JSON_TYPE) {
  const response = await fetch(`${app.baseUrl}/api/app-folders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const FOLDER = JSON.stringify({ name: 'Shop', scope: 'workspace' })

describe('what a body is sent as', () => {
  test.each([
    ['no type', new Uint8Array(Buffer.from(FOLDER)), {}],
    ['text/plain', FOLDER, { 'content-type': 'text/plain' }],
    ['a form', FOLDER, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a JSON-like type', FOLDER, { 'content-type': 'application/jsonx' }],
    ['a type that is none', FOLDER, { 'content-type': 'json' }],
    ['UTF-16', FOLDER, { 'content-type': 'application/json; charset=utf-16' }],
    ['gzip', FOLDER, { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    ['two encodings', FOLDER, { ...JSON_TYPE, 'content-encoding': 'identity, br' }],
  ])('%s is 415', async (_name, body, headers) => {
    const answer = await createFolder(body, headers as Record<string, string>)
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  })

  test.each([
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json; profile=x',
    'application/json;;',
  ])('%s is JSON', async (type) => {
    expect((await createFolder(FOLDER, { 'content-type': type })).status).toBe(201)
  })

  test('an empty one is none, on operations that need none', async () => {
    for (const length of ['Content-Length: 0', 'Transfer-Encoding: chunked']) {
      const folder = await app.make.folder(owner)
      const headers = [`Authorization: Bearer ${owner.token}`, 'Content-Type: application/json', length]
      const body = length.startsWith('Transfer') ? '0\r\n\r\n' : ''
      const answer = await sendRaw(
        app.baseUrl,
        rawRequest('DELETE', `/api/app-folders/${folder.id}`, headers, body),
      )
      expect([answer?.status, answer?.json]).toEqual([200, { deleted: true }])
    }
  })

  test('an empty one is missing, on operations that need one', async () => {
    const answer = await createFolder('')
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      [{ loc: ['body'], msg: 'Field required', type: 'missing' }],
    ])
  })
})

describe('what stands in a body', () => {
  test.each([
    ['cut off', '{"name": "Shop"'],
    ['not JSON', 'name=Shop'],
    ['with a comment', '{"name": "Shop" /* */}'],
    ['two documents', `${FOLDER}${FOLDER}`],
    ['NaN', '{"name": "Shop", "scope": "workspace", "position": NaN}'],
    ['only spaces', '   '],
    ['100,000 levels deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['500,000 levels deep, of objects', '{"a":'.repeat(200_000)],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16 bytes', new Uint8Array(Buffer.from(FOLDER, 'utf16le'))],
  ])('%s is json_invalid', async (_name, body) => {
    const { status, body: answer } = await createFolder(body)
    expect([status, answer.code]).toEqual([422, 'validation_error'])
    expect(answer.detail).toMatchObject([{ type: 'json_invalid' }])
    expect(answer.detail[0].loc[0]).toBe('body')
  })

  test.each(['null', '[]', '1', '"x"', 'true'])('%s instead of an object is refused', async (body) => {
    expect((await createFolder(body)).status).toBe(422)
  })

  test('a mark of the byte order at the start is skipped', async () => {
    expect((await createFolder(`\uFEFF${FOLDER}`)).status).toBe(201)
  })

  test.each([
    '{"__proto__": {"name": "Shop", "scope": "workspace"}}',
    '{"\\u005f\\u005fproto\\u005f\\u005f": {"name": "Shop", "scope": "workspace"}}',
    '{"constructor": {"prototype": {"name": "Shop", "scope": "workspace"}}}',
  ])('%s gives no field by inheritance', async (body) => {
    const { status, body: answer } = await createFolder(body)
    expect([status, answer.detail.map((row: { type: string }) => row.type)]).toEqual([
      422,
      ['missing', 'missing'],
    ])
    expect(({} as { name?: string }).name).toBeUndefined()
  })

  test('of two equal keys the last counts, for the check and for the use', async () => {
    const refused = await createFolder('{"scope": "workspace", "name": "ok", "name": 5}')
    expect(refused.status).toBe(422)
    const made = await createFolder('{"scope": "workspace", "name": 5, "name": "ok"}')
    expect([made.status, made.body.name]).toEqual([201, 'ok'])
  })

  test.each([
    ['NUL', '"\\u0000"'],
    ['a lone surrogate', '"\\ud800"'],
    ['a surrogate pair the wrong way round', '"\\udc00\\ud800"'],
  ])('text with %s is refused by place', async (_name, text) => {
    const { status, body } = await createFolder(`{"name": ${text}, "scope": "workspace"}`)
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'name'], type: 'string_unicode' }]])
  })

  test('other scripts, directions and emoji are kept as they are', async () => {
    const name = 'مرحبا ‮ 👩🏽‍🚀 Straße 日本'
    const made = await createFolder(JSON.stringify({ name, scope: 'workspace' }))
    expect([made.status, made.body.name]).toEqual([201, name])
  })

  test('a text far too long for its field is a 422 that does not repeat it', async () => {
    const { status, body } = await createFolder(
      JSON.stringify({ name: 'x'.repeat(500_000), scope: 'workspace' }),
    )
    expect([status, body.detail[0].type]).toEqual([422, 'string_too_long'])
    expect(JSON.stringify(body).length).toBeLessThan(1_000)
  })

  test.each([
    [400, 50],
    [9_000, 1],
  ])('of %i mistakes the first %i are reported', async (mistakes, reported) => {
    const app_ids = Array(mistakes).fill(5)
    const folder = await app.make.folder(owner)
    const response = await fetch(`${app.baseUrl}/api/app-folders/${folder.id}/items`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, ...JSON_TYPE },
      body: JSON.stringify({ app_ids }),
    })
    expect((await response.json()).detail).toHaveLength(reported)
  })
})

const MAX_BODY_BYTES = USUAL_BODY.bytes

describe('how many keys and values a body holds', () => {
  const keys = (count: number) =>
    `{"name":"Shop","scope":"workspace",${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`

  test('60,000 undeclared keys are refused before they are parsed', async () => {
    const { status, body } = await createFolder(keys(60_000))
    expect([status, body.code, body.message]).toEqual([
      413,
      'body_too_large',
      expect.stringContaining('10,000 keys and values'),
    ])
  })

  test('as many as a body may have are read', async () => {
    expect((await createFolder(keys(4_997))).status).toBe(201)
    expect((await createFolder(keys(4_998))).status).toBe(413)
  })

  test('bulk operations take more', async () => {
    const { id: app_id } = await app.make.app(owner)
    const set = { app_id, entity_name: 'User' }
    const record = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, i]))
    const created = await app.as(owner).records.bulk_create(set, Array(500).fill(record))
    expect(created).toHaveLength(500)
  })
})

describe('a body without a credential', () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const { id } = await app.make.app(owner, { public_settings: 'public_without_login' })
    const response = await fetch(`${app.baseUrl}/api/apps/${id}/entities/User`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body,
    })
    return response.status
  }
  const signedIn = () => ({ authorization: `Bearer ${owner.token}` })

  test('holds fewer keys and values', async () => {
    const body = JSON.stringify({ list: Array(2_000).fill(0) })
    expect([await send(body), await send(body, signedIn())]).toEqual([413, 200])
  })

  test('has fewer bytes', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(ANONYMOUS_BODY.bytes) })
    expect([await send(body), await send(body, signedIn())]).toEqual([413, 200])
  })
})

describe('how much a body holds', () => {
  test('one at the limit is read, one byte more is 413', async () => {
    const padded = (bytes: number) => FOLDER + ' '.repeat(bytes - FOLDER.length)
    expect((await createFolder(padded(MAX_BODY_BYTES))).status).toBe(201)
    const { status, body } = await createFolder(padded(MAX_BODY_BYTES + 1))
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })

  test('10 MB are refused by their announced length before any byte of them is read', async () => {
    const headers = [`Authorization: Bearer ${owner.token}`, 'Content-Type: application/json']
    const answer = await sendRaw(
      app.baseUrl,
      rawRequest('POST', '/api/app-folders', [...headers, 'Content-Length: 10485760']),
    )
    expect([answer?.status, answer?.json.code]).toEqual([413, 'body_too_large'])
  })

  test('an endless body without a length is refused at the limit and its connection closed', async () => {
    const most = 20 * MAX_BODY_BYTES
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        // Where nobody refuses it, memory must not fill before that is seen.
        if (sent >= most) return controller.error(new Error('it was never refused'))
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const outcome = await createFolder(endless).then(
      ({ status, body }) => [status, body.code],
      () => 'closed',
    )
    if (outcome !== 'closed') expect(outcome).toEqual([413, 'body_too_large'])
    expect(sent).toBeLessThan(most)
  })

  test.each(['/api/auth/logout', '/api/workspace/api-keys'])(
    'one that is no JSON is refused by POST %s, which takes none',
    async (path) => {
      const headers = [
        `Authorization: Bearer ${owner.token}`,
        'Content-Type: application/json',
        'Content-Length: 1',
      ]
      const answer = await sendRaw(app.baseUrl, rawRequest('POST', path, headers, '{'))
      expect([answer?.status, answer?.json.code]).toEqual([422, 'validation_error'])
    },
  )

  test('a body on an operation that takes none is ignored', async () => {
    const headers = [`Authorization: Bearer ${owner.token}`, 'Content-Type: text/plain', 'Content-Length: 5']
    const answer = await sendRaw(app.baseUrl, rawRequest('GET', '/api/app-folders/tree', headers, 'hello'))
    expect(answer?.status).toBe(200)
  })
})
