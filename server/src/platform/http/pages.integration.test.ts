import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { allOperations } from '@atrium/contract'
import { areas } from '@atrium/contract/areas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { API_VERSION, openApi } from './openapi.ts'
import { addPages } from './pages.ts'
import { rawRequest, sendRaw } from './test/raw-http.ts'
import { toyServer } from './test/toy-server.ts'

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url))
const folder = useFolder()
let readings = 0
let built: Awaited<ReturnType<typeof pagesServer>>
let unbuilt: Awaited<ReturnType<typeof pagesServer>>
beforeAll(async () => {
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'console', 'index.html'), '<!doctype html><title>Atrium</title>')
  writeFileSync(join(folder, 'console', 'app-sign-in.html'), '<!doctype html><title>Sign in</title>')
  writeFileSync(join(folder, 'console', 'assets', 'index-abc.js'), 'let a')
  writeFileSync(join(folder, 'console', 'assets', 'index-abc.js.br'), brotliCompressSync('let a'))
  writeFileSync(join(folder, 'console', 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'console', 'analytics.js'), 'let b')
  writeFileSync(join(folder, 'secret.key'), 'hush')
  built = await pagesServer(join(folder, 'console'))
  unbuilt = await pagesServer(join(folder, 'nowhere'))
})
afterAll(async () => {
  await built.close()
  await unbuilt.close()
})

function pagesServer(consoleFolder: string) {
  return toyServer(async () => ({ size: 1 }), {
    prepare: (server) =>
      addPages(server, {
        version: '3.1.4',
        openApi: () => {
          readings++
          return JSON.stringify(openApi(allOperations))
        },
        areas: Object.entries(areas),
        docsFolder: DOCS,
        consoleFolder,
      }),
  })
}

const HTML = { accept: 'text/html,application/xhtml+xml' }
const get = (path: string, init: RequestInit = { headers: HTML }) => fetch(`${built.baseUrl}${path}`, init)

describe('the console', () => {
  test('brings the script for pages of other sites, which keep it for an hour', async () => {
    const policyOf = async (path: string) => {
      const { headers } = await get(path)
      return [headers.get('cross-origin-resource-policy'), headers.get('cache-control')]
    }
    expect(await policyOf('/analytics.js')).toEqual(['cross-origin', 'public, max-age=3600'])
    expect(await policyOf('/icon.svg')).toEqual(['same-origin', 'no-cache'])
  })

  test.each(['/apps-sign-in/app_1', '/apps-sign-in/app_1/magic-link?from_url=x', '/apps-sign-in'])(
    '%s is the sign-in page of apps, which nobody frames',
    async (path) => {
      const { headers, ...response } = await get(path).then(async (it) => ({
        headers: it.headers,
        text: await it.text(),
      }))
      expect(response.text).toBe('<!doctype html><title>Sign in</title>')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  test.each(['/', '/apps-sign-in-not', '/folders', '/apps/app_1/settings', '/apidocs', '/healthz.html'])(
    '%s is its page, kept by nobody',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Atrium</title>'])
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  test.each([{ accept: '*/*' }, {}, { accept: 'image/png' }, { accept: 'text/html, application/json' }])(
    'answers / with its page to a client that sends %j',
    async (headers) => {
      for (const path of ['/', '/?utm_source=x']) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const answer = await sendRaw(built.baseUrl, rawRequest('GET', path, lines))
        expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<title>Atrium</title>') })
        const head = await sendRaw(built.baseUrl, rawRequest('HEAD', path, lines))
        expect(head).toMatchObject({ status: 200 })
      }
    },
  )

  test.each(['application/json', 'application/json, text/plain, */*'])(
    'tells a program that accepts %s at / its name, version and docs',
    async (accept) => {
      for (const server of [built, unbuilt]) {
        const response = await fetch(server.baseUrl, { headers: { accept } })
        expect([response.status, response.headers.get('vary')]).toEqual([
          200,
          expect.stringMatching(/accept/i),
        ])
        expect(await response.json()).toEqual({
          name: 'Atrium',
          version: '3.1.4',
          docs: '/docs',
          openapi: '/openapi.json',
        })
      }
      expect((await fetch(built.baseUrl, { method: 'HEAD', headers: { accept } })).status).toBe(200)
    },
  )

  test('keeps search engines out of the console and the API, by /robots.txt', async () => {
    const response = await get('/robots.txt', {})
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(await response.text()).toMatch(/^User-agent: \*\n(?:Allow: .+\n)+Disallow: \/\n$/)
  })

  test('comes with a policy that runs nothing inline and nothing from elsewhere', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(' ')
        return [name, sources] as const
      }),
    )
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    expect(directives.get('default-src')).toEqual(["'self'"])
    expect(directives.get('script-src')).toEqual(["'self'"])
    expect(directives.get('connect-src')).toEqual(["'self'"])
    expect(directives.get('frame-ancestors')).toEqual(["'none'"])
    expect(directives.get('object-src')).toEqual(["'none'"])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('has files: hashed ones for ever, others asked for again', async () => {
    const script = await get('/assets/index-abc.js', { headers: { 'accept-encoding': 'identity' } })
    expect(script.headers.get('content-encoding')).toBeNull()
    expect([script.status, await script.text()]).toEqual([200, 'let a'])
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toMatch(/javascript/)
    expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  test('has files compressed beforehand for those who take them', async () => {
    const script = await get('/assets/index-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['br', 'let a'])
    expect(script.headers.get('content-type')).toMatch(/javascript/)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  test.each([
    ['under /api', '/api/nowhere', HTML],
    ['/api itself', '/api?x=1', HTML],
    ['what does not ask for a page', '/folders', { accept: 'application/json' }],
    ['what asks for nothing', '/folders', {}],
  ])('is not the answer to %s', async (_name, path, headers) => {
    const response = await get(path, { headers: headers as Record<string, string> })
    expect([response.status, (await response.json()).code]).toEqual([404, 'route_not_found'])
  })

  test('is not the answer to a change', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await get('/folders', { method, headers: HTML })).status).toBe(404)
    }
  })

  test.each(['/../secret.key', '/assets/../../secret.key', '/%2e%2e/secret.key', '/..%2fsecret.key', '/%00'])(
    '%s does not leave its folder',
    async (path) => {
      const answer = await sendRaw(built.baseUrl, rawRequest('GET', path, ['Accept: text/html']))
      expect(answer?.body).not.toContain('hush')
      expect([200, 400, 404]).toContain(answer?.status)
    },
  )

  test('that was not built says how', async () => {
    const response = await fetch(unbuilt.baseUrl, { headers: HTML })
    expect(await response.text()).toMatch(/not built. Run: npm run build/)
  })
})

describe('guides and reference', () => {
  test.each(['/docs', '/docs/', '/docs/entities', '/docs/api/records'])(
    '%s is a page of the console',
    async (path) => {
      for (const headers of [HTML, { accept: '*/*' }]) {
        const response = await get(path, { headers })
        expect([response.status, await response.text()]).toEqual([
          200,
          '<!doctype html><title>Atrium</title>',
        ])
        expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      }
    },
  )

  test('each guide is there as it was written, and nothing else of its folder', async () => {
    const response = await get('/docs/entities.md')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await response.text()).toBe(readFileSync(join(DOCS, 'entities.md'), 'utf8'))
    for (const name of ['gaps', 'guides', 'nothing', '..%2fREADME', '__proto__', 'constructor']) {
      expect((await get(`/docs/${name}.md`)).status).toBe(404)
    }
  })

  test('llms.txt leads to every guide and every group of operations', async () => {
    const response = await get('/llms.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^# Atrium\n\n> /)
    const guides = [...text.matchAll(/\]\((\/docs\/[\w-]+\.md)\)/g)].map(([, path]) => path ?? '')
    expect(guides).toContain('/docs/assistants.md')
    for (const path of guides) expect((await get(path)).status).toBe(200)
    for (const area of Object.keys(areas)) expect(text).toContain(`](/docs/api/${area}): `)
  })

  test('the description is at /openapi.json', { tags: 'slow' }, async () => {
    const response = await get('/openapi.json', {})
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const text = await response.text()
    expect(text).toBe(JSON.stringify(openApi(allOperations)))
    expect(JSON.parse(text).info.version).toBe(API_VERSION)
  })
})

describe('a text that stays the same', () => {
  test.each(['/openapi.json', '/llms.txt', '/docs/entities.md'])(
    '%s has an ETag by encoding and is not sent again',
    async (path) => {
      const tags = new Set<string>()
      for (const encoding of ['br', 'gzip', 'identity']) {
        const first = await fetch(`${built.baseUrl}${path}`, { headers: { 'accept-encoding': encoding } })
        const etag = first.headers.get('etag') ?? ''
        tags.add(etag)
        expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
        expect((await first.text()).length).toBeGreaterThan(1_000)
        const again = await fetch(`${built.baseUrl}${path}`, {
          headers: { 'accept-encoding': encoding, 'if-none-match': `"other", W/${etag}` },
        })
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      }
      expect(tags.size).toBe(3)
    },
  )

  test('/openapi.json is read once, however many ask', async () => {
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(`${built.baseUrl}/openapi.json`)).text()),
    )
    expect(new Set(texts).size).toBe(1)
    expect(readings).toBe(1)
  })
})
