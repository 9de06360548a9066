import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takesGzip } from './compress-answers.ts'
import { toyServer } from './test/toy-server.ts'

const LONG = JSON.stringify({ text: 'long '.repeat(1_000) })
let toy: Awaited<ReturnType<typeof toyServer>>
beforeAll(async () => {
  toy = await toyServer(async () => ({ size: 1 }), {
    prepare: async (server) => {
      const paths: Record<string, [type: string, body: string | Buffer]> = {
        '/long': ['application/json; charset=utf-8', LONG],
        '/short': ['application/json; charset=utf-8', '{"text":"short"}'],
        '/picture': ['image/png', LONG],
        '/bytes': ['application/json', Buffer.from(LONG)],
      }
      for (const [path, [type, body]] of Object.entries(paths))
        server.get(path, async (_request, reply) => reply.type(type).send(body))
      server.get('/done', async (_request, reply) =>
        reply.type('text/plain').header('Content-Encoding', 'identity').send(LONG),
      )
      server.get('/varying', async (_request, reply) =>
        reply.type('text/plain').header('Vary', 'Origin').send(LONG),
      )
    },
  })
})
afterAll(() => toy.close())

/** As they come over the wire: `fetch` would decompress. */
function ask(path: string, accepted: string | null, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: Record<string, string | string[] | undefined>
    bytes: Buffer
  }>()
  const headers = accepted === null ? {} : { 'accept-encoding': accepted }
  request(`${toy.baseUrl}${path}`, { method, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
  })
    .on('error', reject)
    .end()
  return promise
}

describe('a long text', () => {
  test('goes out compressed to those who take gzip, with its true length', async () => {
    const { headers, bytes } = await ask('/long', 'br, gzip')
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(LONG.length / 10)
    expect(gunzipSync(bytes).toString()).toBe(LONG)
  })

  test.each([null, '', 'identity', 'br', 'gzip;q=0', '*;q=0'])(
    'goes as it is to those who send %j',
    async (accepted) => {
      const { headers, bytes } = await ask('/long', accepted)
      expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, LONG])
      expect(headers.vary).toBe('Accept-Encoding')
    },
  )

  test('says what else it varies by', async () => {
    expect((await ask('/varying', 'gzip')).headers.vary).toBe('Origin, Accept-Encoding')
  })

  test('by HEAD has no body, and no length that is not its own', async () => {
    const { headers, bytes } = await ask('/long', 'gzip', 'HEAD')
    expect([bytes.length, headers['content-encoding']]).toEqual([0, undefined])
  })
})

test.each(['/short', '/picture', '/bytes'])('%s goes as it is', async (path) => {
  const { headers } = await ask(path, 'gzip')
  expect(headers['content-encoding']).toBeUndefined()
})

test('what has an encoding keeps it', async () => {
  const { headers, bytes } = await ask('/done', 'gzip')
  expect([headers['content-encoding'], bytes.toString()]).toEqual(['identity', LONG])
})

test.each([
  ['gzip', true],
  ['GZIP;q=0.1', true],
  ['*', true],
  ['deflate, gzip;q=1.0, *;q=0', true],
  ['gzip;q=0, *', false],
  ['x-gzip', false],
])('Accept-Encoding: %s takes gzip: %s', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes)
})
