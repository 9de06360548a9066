import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { rawRequest, sendRaw } from './test/raw-http.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let session: string
let apiKey: string
beforeAll(async () => {
  session = await app.make.session(owner)
  apiKey = (await app.make.credential({ kind: 'api_key', user_id: owner.id })).secret
})

const me = async (...headers: string[]) => {
  const answer = await sendRaw(app.baseUrl, rawRequest('GET', '/api/auth/me', headers))
  return answer?.status === 200 ? answer.json.id : [answer?.status, answer?.json?.code]
}
const INVALID = [401, 'invalid_credentials']
const MISSING = [401, 'missing_credentials']

describe('a credential', () => {
  test('is found as bearer in any case, as api_key, or in the cookie', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await me(`Authorization: ${scheme} ${owner.token}`)).toBe(owner.id)
    }
    expect(await me(`api_key: ${apiKey}`)).toBe(owner.id)
    expect(await me(`API_KEY: ${apiKey}`)).toBe(owner.id)
    expect(await me(`Cookie: theme=dark; atrium=${session}; other=1`)).toBe(owner.id)
  })

  test('as bearer wins over api_key, and that over the cookie', async () => {
    expect(await me(`Authorization: Bearer ${owner.token}`, 'api_key: key_wrong')).toBe(owner.id)
    expect(await me('Authorization: Bearer pat_wrong', `api_key: ${apiKey}`)).toEqual(INVALID)
    expect(await me('api_key: key_wrong', `Cookie: atrium=${session}`)).toEqual(INVALID)
  })

  test('sent twice is refused, whichever of the two is good', async () => {
    const good = `Authorization: Bearer ${owner.token}`
    expect(await me(good, 'Authorization: Bearer pat_wrong')).toEqual(INVALID)
    expect(await me('Authorization: Bearer pat_wrong', good)).toEqual(INVALID)
    expect(await me(good, good)).toEqual(INVALID)
    expect(await me(`api_key: ${apiKey}`, 'api_key: key_wrong')).toEqual(INVALID)
  })

  test.each([
    ['no scheme', (token: string) => token],
    ['another scheme', (token: string) => `Basic ${token}`],
    ['two spaces', (token: string) => `Bearer  ${token}`],
    ['a tab', (token: string) => `Bearer\t${token}`],
    ['something after it', (token: string) => `Bearer ${token} x`],
    ['a comma', (token: string) => `Bearer ${token},Bearer ${token}`],
    ['nothing', () => 'Bearer'],
    ['a letter changed', (token: string) => `Bearer ${token.slice(0, -1)}!`],
    ['a space inside', (token: string) => `Bearer ${token.slice(0, 9)} ${token.slice(9)}`],
    ['513 characters', () => `Bearer ${'x'.repeat(513)}`],
    ['15,000 characters', () => `Bearer ${'x '.repeat(7_500)}`],
    ['letters beyond ASCII', () => 'Bearer ключ'],
  ])('with %s is refused', async (_name, header) => {
    expect(await me(`Authorization: ${header(owner.token)}`)).toEqual(INVALID)
  })

  test('of 100 KB is an overlong header', async () => {
    expect(await me(`Authorization: Bearer ${'x'.repeat(100_000)}`)).toEqual([431, 'headers_too_large'])
  })

  test('that is absent or an empty cookie is missing', async () => {
    expect(await me()).toEqual(MISSING)
    expect(await me('Cookie: atrium=')).toEqual(MISSING)
    expect(await me('Cookie: atrium')).toEqual(MISSING)
    expect(await me('Cookie: ;;;=;atriumx=1')).toEqual(MISSING)
  })

  test('in a query or a body is not looked at', async () => {
    const path = `/api/auth/me?api_key=${apiKey}&access_token=${owner.token}`
    expect((await sendRaw(app.baseUrl, rawRequest('GET', path)))?.status).toBe(401)
  })
})

describe('a cookie', () => {
  const create = async (...headers: string[]) => {
    const body = JSON.stringify({ name: 'Shop', scope: 'workspace' })
    const own = [
      `Cookie: atrium=${session}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    return (await sendRaw(app.baseUrl, rawRequest('POST', '/api/app-folders', [...own, ...headers], body)))
      ?.status
  }

  test('changes things from our own pages only', async () => {
    expect(await create('Sec-Fetch-Site: same-origin')).toBe(201)
    expect(await create('Origin: http://atrium')).toBe(201)
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await create(`Sec-Fetch-Site: ${site}`, 'Origin: http://atrium')).toBe(403)
    }
    for (const origin of [
      'http://elsewhere',
      'http://atrium:81',
      'http://atrium.elsewhere',
      'null',
      'atrium',
    ]) {
      expect(await create(`Origin: ${origin}`)).toBe(403)
    }
  })
})
