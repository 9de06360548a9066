import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest, sendRaw } from '../../../platform/http/test/raw-http.ts'
import { createSiteScene, PAGE } from '../test/site-scene.ts'

const scene = await createSiteScene()
const { app, owner, shop, at, publish, get, ask } = scene
afterAll(scene.stop)

const CSS = 'p { color: red }\n'.repeat(200)
const LARGE = randomBytes(3 * 1024 * 1024)
const FILES = {
  'index.html': '<h1>Start</h1>',
  'docs/index.html': '<h1>Docs</h1>',
  'docs/a b/ü.html': '<h1>Odd</h1>',
  'assets/index-B3x9kQz2.css': CSS,
  'style.css': CSS,
  'empty.txt': '',
  'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]),
  'video.mp4': LARGE,
  'video-and-a-byte.mp4': Buffer.concat([LARGE, randomBytes(1)]),
  'data.unknown': 'x',
  '.well-known/security.txt': 'Contact: mailto:a@example.com',
}

beforeAll(async () => {
  await publish(FILES)
})

describe('a file', () => {
  test('has its type, and is not guessed to be another', async () => {
    const types = {
      'index.html': 'text/html; charset=utf-8',
      'style.css': 'text/css; charset=utf-8',
      'image.png': 'image/png',
      'data.unknown': 'application/octet-stream',
      '.well-known/security.txt': 'text/plain; charset=utf-8',
    }
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await get(path)
      expect([status, headers['content-type']]).toEqual([200, type])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['x-request-id']).toMatch(/^req_/)
    }
    expect((await get('image.png')).bytes).toEqual(FILES['image.png'])
    expect((await get('empty.txt')).headers['content-length']).toBe('0')
  })

  test('with a hash in its name is kept by browsers, another is asked for again', async () => {
    const hashed = await get('assets/index-B3x9kQz2.css')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const path of ['', 'style.css']) {
      expect((await get(path)).headers['cache-control']).toBe('no-cache')
    }
  })

  test('is compressed for those who take it, under a tag of its own', async () => {
    const plain = await get('style.css')
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, CSS])
    expect(plain.headers.vary).toMatch(/^Accept-Encoding, /)
    const br = await get('style.css', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.bytes).toString()).toBe(CSS)
    const gz = await get('style.css', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.bytes).toString()).toBe(CSS)
    expect(Number(gz.headers['content-length'])).toBe(gz.bytes.length)
    expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3)
    const image = await get('image.png', { headers: { 'accept-encoding': 'br' } })
    expect(image.headers['content-encoding']).toBeUndefined()
    expect(image.headers.vary).not.toContain('Accept-Encoding')
  })

  test('that the caller has is not sent again', async () => {
    for (const encoding of ['identity', 'br']) {
      const accept = { 'accept-encoding': encoding }
      const { headers } = await get('style.css', { headers: accept })
      const etag = headers.etag ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{64}(-br)?"$/)
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get('style.css', { headers: { ...accept, 'if-none-match': tag } })
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
        expect(again.headers['cache-control']).toBe('no-cache')
        expect(again.headers.vary).toMatch(/^Accept-Encoding, /)
      }
      expect((await get('style.css', { headers: { ...accept, 'if-none-match': '"x"' } })).status).toBe(200)
    }
  })

  test('is sent in part, uncompressed', async () => {
    const part = async (range: string, headers = {}) =>
      get('style.css', { headers: { range, 'accept-encoding': 'br', ...headers } })
    const middle = await part('bytes=10-19')
    expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([
      206,
      CSS.slice(10, 20),
      `bytes 10-19/${CSS.length}`,
    ])
    expect((await part('bytes=-5')).text).toBe(CSS.slice(-5))
    expect((await part(`bytes=${CSS.length - 3}-`)).text).toBe(CSS.slice(-3))
    const beyond = await part(`bytes=${CSS.length}-`)
    expect([beyond.status, beyond.headers['content-range'], beyond.bytes.length]).toEqual([
      416,
      `bytes */${CSS.length}`,
      0,
    ])
    const etag = (await get('style.css')).headers.etag ?? ''
    expect((await part('bytes=0-1', { 'if-range': etag })).status).toBe(206)
    for (const other of ['"x"', 'Mon, 16 Nov 2026 09:00:00 GMT']) {
      const whole = await part('bytes=0-1', { 'if-range': other })
      expect([whole.status, whole.text.length]).toEqual([200, CSS.length])
    }
  })

  test('is sent once and whole for many ranges at once', async () => {
    const many = `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-`).join(',')}`
    const { status, text } = await get('style.css', { headers: { range: many } })
    expect([status, text]).toEqual([200, CSS])
  })

  test('that is large comes in pieces, and in part', { tags: 'slow' }, async () => {
    expect((await get('video.mp4')).bytes.equals(LARGE)).toBe(true)
    const range = 'bytes=1000000-2500000'
    const { status, bytes, headers } = await get('video.mp4', { headers: { range } })
    expect(status).toBe(206)
    expect(Number(headers['content-length'])).toBe(1_500_001)
    expect(bytes.equals(LARGE.subarray(1_000_000, 2_500_001))).toBe(true)
  })

  test.each([
    ['its first byte', 'bytes=0-0', 0, 1],
    ['its last byte', 'bytes=-1', LARGE.length - 1, LARGE.length],
    ['a byte within', 'bytes=262144-262144', 262_144, 262_145],
    ['a piece', 'bytes=0-262143', 0, 262_144],
    ['a byte more than a piece', 'bytes=0-262144', 0, 262_145],
    ['a byte less than two pieces', 'bytes=1-524287', 1, 524_288],
    ['a byte more than two pieces', 'bytes=7-524295', 7, 524_296],
  ])('that is large gives %s', async (_, range, start, end) => {
    const { status, bytes, headers } = await get('video.mp4', { headers: { range } })
    expect([status, headers['content-length']]).toEqual([206, String(end - start)])
    expect(bytes.equals(LARGE.subarray(start, end))).toBe(true)
  })

  test('that has a byte more than its pieces comes whole', { tags: 'slow' }, async () => {
    const { status, bytes } = await get('video-and-a-byte.mp4')
    expect([status, bytes.length]).toEqual([200, LARGE.length + 1])
    expect(bytes.equals(FILES['video-and-a-byte.mp4'])).toBe(true)
  })

  test('is described by HEAD, and cannot be changed', async () => {
    const head = await get('style.css', { method: 'HEAD' })
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(CSS.length),
    ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await get('style.css', { method })
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    const options = await get('style.css', { method: 'OPTIONS', headers: { origin: 'null' } })
    expect([options.status, options.headers['access-control-allow-origin']]).toEqual([204, '*'])
  })

  test('is read from the database once', async () => {
    const text = `held in memory ${Math.random()}`
    const { id: app_id } = await app.make.app(owner)
    await app.as(owner).site.publish({ app_id }, { files: [{ path: 'index.html', content: text }] })
    expect((await ask(`/sites/${app_id}/`)).text).toBe(text)
    await sql`update site_files set bytes = 'changed' where bytes = ${Buffer.from(text)}`.execute(
      app.atrium.db,
    )
    expect((await ask(`/sites/${app_id}/`)).text).toBe(text)
  })
})

describe('a path', () => {
  test('of a folder shows its index.html, with a slash behind it', async () => {
    expect((await get('docs/')).text).toBe('<h1>Docs</h1>')
    const { status, headers } = await get('docs?a=1')
    expect([status, headers.location]).toEqual([308, `/sites/${shop.id}/docs/?a=1`])
    const top = await ask(`/sites/${shop.id}?a=1`)
    expect([top.status, top.headers.location]).toEqual([308, `/sites/${shop.id}/?a=1`])
  })

  test('is decoded once', async () => {
    expect((await get('docs/a%20b/%C3%BC.html')).text).toBe('<h1>Odd</h1>')
    expect((await get('docs%2Findex.html')).text).toBe('<h1>Docs</h1>')
    expect((await get('docs/a%2520b/%C3%BC.html')).status).toBe(404)
  })

  test('without a file is a page of the app for those who want a page, unless there is a 404.html', async () => {
    for (const path of ['orders/7', 'orders/7?x=1', 'nope.html']) {
      const { status, text } = await get(path, { headers: PAGE })
      expect([status, text]).toEqual([200, '<h1>Start</h1>'])
    }
    for (const headers of [{}, { accept: '*/*' }, { accept: 'text/css' }]) {
      const { status, text } = await get('assets/gone.css', { headers })
      expect([status, text]).toEqual([404, 'Not found\n'])
    }
    const { id: app_id } = await app.make.app(owner)
    const files = [
      { path: 'index.html', content: 'start' },
      { path: '404.html', content: 'no such page' },
    ]
    await app.as(owner).site.publish({ app_id }, { files })
    const missing = await ask(`/sites/${app_id}/orders/7`, { headers: PAGE })
    expect([missing.status, missing.text]).toEqual([404, 'no such page'])
    expect((await app.as(owner).site.read({ app_id })).spa_fallback).toBe(false)
    expect((await app.as(owner).site.read(at)).spa_fallback).toBe(true)
  })

  test('leads nowhere else, however it is written', async () => {
    const paths = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5c..%5cpackage.json',
      '..\\..\\package.json',
      'docs/../index.html',
      'docs/./index.html',
      'docs//index.html',
      '/etc/passwd',
      '/index.html',
      '%00',
      'index.html%00.png',
      'index%00.html',
      '%252e%252e%252fpackage.json',
      '..;/index.html',
      '.%00./x',
    ]
    for (const path of paths) {
      const { status, text } = await get(path)
      expect([path, status, text]).toEqual([path, 404, 'Not found\n'])
    }
    // What looks like a way out is not even a page of the app.
    for (const path of ['..%2fx', 'a/%2e%2e/b', 'a%5cb', 'a%00', '//evil.example.com']) {
      expect((await get(path, { headers: PAGE })).status).toBe(404)
    }
    for (const path of ['%', '%zz', '%c3', 'a%ff']) {
      expect([400, 404]).toContain((await get(path, { headers: PAGE })).status)
    }
    const long = await get('x'.repeat(10_000))
    expect(long.status).toBe(404)
  })

  test('of no site is not found, also one that no database could look for', async () => {
    for (const name of [
      'unknown',
      '%00',
      'a%2Fb',
      '~',
      `${shop.id}~`,
      `${shop.id}~1`,
      'x'.repeat(500),
      '%ff',
    ]) {
      expect([name, (await ask(`/sites/${name}/`, { headers: PAGE })).status]).toEqual([
        name,
        name === '%ff' ? 400 : 404,
      ])
    }
    expect((await ask('/sites/', { headers: PAGE })).status).toBe(404)
  })

  test('of a whole address in the request line counts, its host does not', async () => {
    const request = rawRequest('GET', `http://evil.example.com/sites/${shop.id}/style.css`)
    const answer = await sendRaw(app.baseUrl, request.replace('Host: atrium', 'Host: 127.0.0.1'))
    expect([answer?.status, answer?.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
})

test('visits are counted by page, for those who come back too, and for previews not', async () => {
  const { id: app_id } = await app.make.app(owner)
  const files = [
    { path: 'index.html', content: 'start' },
    { path: 'docs/index.html', content: 'docs' },
    { path: 'x.css', content: 'p {}' },
  ]
  const { preview_url } = await app.as(owner).site.publish({ app_id }, { files })
  const page = (path: string, headers = {}) =>
    ask(`/sites/${app_id}/${path}`, { headers: { ...PAGE, ...headers } })
  const { headers } = await page('')
  await page('', { 'if-none-match': headers.etag })
  await page('orders/7')
  await page('docs/')
  await page('x.css')
  await ask(`/sites/${app_id}/`, { method: 'HEAD', headers: PAGE })
  await ask(new URL(preview_url).pathname, { headers: PAGE })
  await expect
    .poll(async () => (await app.as(owner).app_logs.stats({ app_id })).pages, { timeout: 5_000 })
    .toEqual([
      { page: '/', visits: 3, users: 0 },
      { page: '/docs/', visits: 1, users: 0 },
    ])
})
