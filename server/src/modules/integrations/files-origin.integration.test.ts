import { request } from 'node:http'
import { REALTIME_PATH } from '@atrium/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest, sendRaw } from '../../platform/http/test/raw-http.ts'
import { createShop } from './test/shop.ts'

const FILES = 'https://files.example.net'
const { app, owner, shop, stop } = await createShop({ files_url: FILES })
afterAll(stop)

const upload = async (name: string, type: string) => {
  const file = { file: new Blob(['let x = 1'], { type }), file_name: name }
  return (await app.as(owner).integrations.upload_file({ app_id: shop.id }, file)).file_url
}
/** As it arrives when the name leads to this server. */
const ask = async (host: string, path: string, headers: string[] = []) => {
  const request = rawRequest('GET', path, headers).replace('Host: atrium', `Host: ${host}`)
  const answer = await sendRaw(app.baseUrl, request)
  if (!answer) throw new Error('the server says nothing')
  return answer
}
const pathOf = (url: string) => url.slice(FILES.length)

describe('with an origin of their own, files', () => {
  let script: string
  let paper: string
  beforeAll(async () => {
    script = await upload('code.js', 'text/javascript')
    paper = await upload('paper.pdf', 'application/pdf')
  })

  test('have addresses there, public, private and listed', async () => {
    expect(script).toMatch(new RegExp(`^${FILES}/files/${shop.id}/`))
    const file = { file: new Blob(['x']), file_name: 'x.txt' }
    const { file_uri } = await app.as(owner).integrations.upload_private_file({ app_id: shop.id }, file)
    const signed = await app.as(owner).integrations.create_file_signed_url({ app_id: shop.id }, { file_uri })
    expect(signed.signed_url).toMatch(new RegExp(`^${FILES}/files/`))
    expect((await ask('files.example.net', pathOf(signed.signed_url))).body).toContain('x')
    const { items } = await app.as(owner).files.list({ app_id: shop.id }, { visibility: 'public' })
    expect(items.map(({ file_url }) => file_url)).toEqual([paper, script])
  })

  test('come with their type, and a PDF is shown; all else stays in a sandbox', async () => {
    for (const host of ['files.example.net', 'FILES.example.net:443']) {
      const { status, headers } = await ask(host, pathOf(script))
      expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(headers['content-disposition']).toMatch(/^attachment; /)
      expect(headers['content-security-policy']).toMatch(/; sandbox$/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    const { headers } = await ask('files.example.net', pathOf(paper))
    expect(headers['content-disposition']).toMatch(/^inline; /)
    expect(headers['content-security-policy']).not.toContain('sandbox')
  })

  test('are not served at any other host, which only leads there', async () => {
    for (const host of ['127.0.0.1', 'files.example.net:8787', 'evil.example.com']) {
      const { status, headers } = await ask(host, `${pathOf(script)}?x=1`)
      expect([status, headers.location]).toEqual([308, `${script}?x=1`])
    }
    const whole = await ask('127.0.0.1', `http://evil.example.com${pathOf(script)}`)
    expect([whole.status, whole.headers.location]).toEqual([308, script])
  })

  test('share it with nothing else', async () => {
    const answers = [
      await ask('files.example.net', '/', ['Accept: text/html']),
      await ask('files.example.net', '/api/auth/me', [`Authorization: Bearer ${owner.token}`]),
      await ask('files.example.net', '/healthz'),
      await ask('files.example.net', '/metrics'),
      await ask('files.example.net', '/openapi.json'),
    ]
    for (const { status, json } of answers) expect([status, json.code]).toEqual([404, 'route_not_found'])
    expect((await ask('127.0.0.1', '/healthz')).status).toBe(200)
  })

  test('have no listeners there', async () => {
    const listen = (host: string) =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(app.baseUrl)
        const query = `?EIO=4&transport=websocket&app_id=${shop.id}`
        const headers = {
          ...{ host, connection: 'Upgrade', upgrade: 'websocket' },
          ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
        }
        const asked = request({ hostname, port, path: `${REALTIME_PATH}${query}`, headers, agent: false })
        asked.on('upgrade', (_answer, socket) => {
          socket.destroy()
          resolve('connected')
        })
        asked.on('response', (answer) => {
          answer.resume()
          resolve('refused')
        })
        asked.end()
      })
    expect(await listen('127.0.0.1')).toBe('connected')
    expect(await listen('files.example.net')).toBe('refused')
  })
})
