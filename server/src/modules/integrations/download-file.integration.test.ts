import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShop } from './test/shop.ts'

const KIB = 1024
const { app, owner, viewer, stranger, shop, shopper, stop } = await createShop()
afterAll(stop)

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'note.txt', type = 'text/plain') => ({
  file: new Blob([content], { type }),
  file_name: name,
})
const upload = async (content: string | Uint8Array<ArrayBuffer>, name?: string, type?: string) =>
  (await app.as(owner).integrations.upload_file({ app_id: shop.id }, file(content, name, type))).file_url
const uploadPrivate = async (content: string, who = owner.token) =>
  (await app.as(who).integrations.upload_private_file({ app_id: shop.id }, file(content))).file_uri

describe('a public file', () => {
  test('is stored for everybody who may reach the app, and read by everybody who has its address', async () => {
    for (const who of [owner.token, viewer.token, shopper.token]) {
      const { file_url } = await app.as(who).integrations.upload_file({ app_id: shop.id }, file('Hello ü'))
      expect(file_url).toMatch(new RegExp(`^${app.baseUrl}/files/${shop.id}/[\\w-]{22}/note\\.txt$`))
      const answer = await fetch(file_url)
      expect([answer.status, await answer.text()]).toEqual([200, 'Hello ü'])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '8',
        'content-disposition': "inline; filename*=UTF-8''note.txt",
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cache-control': 'public, max-age=86400, immutable',
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
      })
    }
  })

  test('of another app, or of one that is not there, is refused', async () => {
    for (const [who, id] of [
      [stranger.token, shop.id],
      [shopper.token, (await app.make.app(owner)).id],
      [owner.token, 'app_unknown'],
    ] as const) {
      for (const verb of ['upload_file', 'upload_private_file'] as const) {
        await expect(app.as(who).integrations[verb]({ app_id: id }, file('x'))).rejects.toMatchObject({
          status: 404,
          code: 'app_not_found',
        })
      }
    }
  })

  test('without a sign-in only where the app is open to everybody', async () => {
    const open = await app.make.app(owner, { public_settings: 'public_without_login' })
    const { file_url } = await app.anonymous.integrations.upload_file(
      { app_id: open.id },
      file('from a form'),
    )
    expect(await (await fetch(file_url)).text()).toBe('from a form')
    const { items } = await app.as(owner).files.list({ app_id: open.id })
    expect(items).toMatchObject([{ created_by: null, name: 'note.txt' }])
    await expect(
      app.anonymous.integrations.upload_file({ app_id: shop.id }, file('x')),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      app.anonymous.integrations.upload_private_file({ app_id: open.id }, file('x')),
    ).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    ['page.html', 'text/html', 'text/html; charset=utf-8'],
    ['drawing.svg', 'image/svg+xml', 'image/svg+xml'],
    ['page.xhtml', 'application/xhtml+xml', 'application/xhtml+xml'],
    ['code.js', 'text/javascript', 'text/plain; charset=utf-8'],
    ['code.mjs', 'application/javascript', 'text/plain; charset=utf-8'],
    ['old.js', 'application/x-ecmascript', 'text/plain; charset=utf-8'],
    ['older.js', 'text/jscript', 'text/plain; charset=utf-8'],
    ['style.css', 'text/css', 'text/plain; charset=utf-8'],
    ['paper.pdf', 'application/pdf', 'application/pdf'],
    ['odd', 'nonsense; x', 'application/octet-stream'],
  ])('%s of type %s can only be saved, and runs nothing', async (name, type, served) => {
    const { headers } = await fetch(await upload('<script>alert(1)</script>', name, type))
    expect(headers.get('content-type')).toBe(served)
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('that is an image or a film is shown', async () => {
    for (const type of ['image/png', 'video/mp4']) {
      const { headers } = await fetch(await upload('x', 'x', type))
      expect(headers.get('content-disposition')).toMatch(/^inline; /)
    }
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['a\r\nSet-Cookie: x=1.txt', 'a%0D%0ASet-Cookie_ x=1.txt'],
    ['ü 字 (1).png', 'ü 字 (1).png'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(146)}.png`],
  ])('named %j is called %j', async (name, kept) => {
    const url = await upload('x', name)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { items } = await app.as(owner).files.list({ app_id: shop.id }, { limit: 1 })
    expect(items[0]?.name.replaceAll('_0D_0A', '%0D%0A')).toBe(kept)
  })
})

describe('reading', () => {
  let url: string
  const content = new Uint8Array(100 * KIB).map((_, i) => i % 251)
  beforeAll(async () => {
    url = await upload(content, 'data.bin', 'video/mp4')
  })
  const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { headers, method })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-299', 100, 300],
    ['bytes=102399-', 102_399, 102_400],
    ['bytes=-10', 102_390, 102_400],
    ['bytes=50-999999999', 50, 102_400],
    ['bytes=-999999999', 0, 102_400],
  ])('%s', async (range, start, end) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/102400`)
    expect(answer.headers.get('content-length')).toBe(String(end - start))
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), content.subarray(start, end))).toBe(0)
  })

  test.each(['bytes=5-2', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes=-', ''])(
    '%j is passed over',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, content.length])
    },
  )

  test.each(['bytes=102400-', 'bytes=999999-1000000', 'bytes=-0'])(
    '%s lies behind the end',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, (await answer.json()).code]).toEqual([416, 'range_not_satisfiable'])
      expect(answer.headers.get('content-range')).toBe('bytes */102400')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('who has it already gets no bytes', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known })
      expect([answer.status, await answer.text()]).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test('HEAD tells all but the bytes', async () => {
    const answer = await get({}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe('102400')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
  })

  test('through the SDK', async () => {
    const [app_id = '', key = ''] = new URL(url).pathname.split('/').slice(2)
    const answer = await app.anonymous.files.download({ app_id, key, name: 'x' })
    expect((await answer.arrayBuffer()).byteLength).toBe(content.length)
  })

  test('an address that is not whole leads nowhere', async () => {
    const [, , id, key] = new URL(url).pathname.split('/')
    const wrong = [
      `${id}/${key?.slice(0, -1)}/x`,
      `${id}/${'A'.repeat(22)}/x`,
      `app_other/${key}/x`,
      `${id}/..%2f/x`,
    ]
    for (const path of wrong) {
      const answer = await fetch(`${app.baseUrl}/files/${path}`)
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 404, 'file_not_found'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const long = await fetch(`${app.baseUrl}/files/${id}/${'x'.repeat(200)}/x`)
    expect([long.status, (await long.json()).code]).toEqual([422, 'validation_error'])
  })
})

describe('a private file', () => {
  const sign = (file_uri: string, expires_in?: number, who = owner.token) =>
    app.as(who).integrations.create_file_signed_url({ app_id: shop.id }, { file_uri, expires_in })

  test('is read by a signed address alone', async () => {
    const uri = await uploadPrivate('secret', shopper.token)
    expect(uri).toMatch(new RegExp(`^private/${shop.id}/[\\w-]{22}/note\\.txt$`))
    const bare = await fetch(`${app.baseUrl}/files/${uri.slice('private/'.length)}`)
    expect([bare.status, (await bare.json()).code]).toEqual([404, 'file_not_found'])
    const { signed_url } = await sign(uri, 600, shopper.token)
    const answer = await fetch(signed_url)
    expect(await answer.text()).toBe('secret')
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=(59\d|600), immutable$/)
  })

  test('with a changed signature, time or file reads as missing', async () => {
    const [one, other] = [await uploadPrivate('one'), await uploadPrivate('other')]
    const { signed_url } = await sign(one)
    const url = new URL(signed_url)
    const changes: ((at: URL) => void)[] = [
      (at) => at.searchParams.set('expires', String(Number(at.searchParams.get('expires')) + 1)),
      (at) => at.searchParams.delete('signature'),
      (at) => at.searchParams.delete('expires'),
      (at) => at.searchParams.set('signature', 'A'.repeat(22)),
      (at) => {
        at.pathname = `/files/${other.slice('private/'.length)}`
      },
    ]
    for (const change of changes) {
      const changed = new URL(url)
      change(changed)
      const answer = await fetch(changed)
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'file_not_found'])
    }
    expect((await fetch(url)).status).toBe(200)
  })

  test('is not read any more once the address has expired', async () => {
    const { signed_url } = await sign(await uploadPrivate('secret'), 10)
    expect((await fetch(signed_url)).status).toBe(200)
    app.clock.move(11)
    const answer = await fetch(signed_url)
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'file_link_expired'])
  })

  test('gets no address from another app, and only private files get one', async () => {
    const uri = await uploadPrivate('secret')
    const other = await app.make.app(owner)
    const elsewhere = app
      .as(owner)
      .integrations.create_file_signed_url({ app_id: other.id }, { file_uri: uri })
    await expect(elsewhere).rejects.toMatchObject({ status: 404, code: 'file_not_found' })
    for (const wrong of [await upload('x'), 'private/x', 'nonsense', uri.replace(shop.id, other.id)]) {
      await expect(sign(wrong)).rejects.toMatchObject({ status: 404, code: 'file_not_found' })
    }
    await expect(sign(uri, 60, stranger.token)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
    await expect(sign(uri, 0)).rejects.toMatchObject({ status: 422 })
    await expect(sign(uri, 604_801)).rejects.toMatchObject({ status: 422 })
  })
})
