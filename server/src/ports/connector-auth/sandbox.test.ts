import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import type { OutboundRequest } from '../outbound-http/port.ts'
import type { AuthorizationRequest } from './port.ts'
import { createSandboxService } from './sandbox.ts'

const BASE = 'https://atrium.example'
const REDIRECT = `${BASE}/api/external-auth/callback`
const VERIFIER = 'v'.repeat(43)
const AUTH = {
  mode: 'oauth2',
  authorization_url: 'https://demo.sandbox.example/authorize',
  token_url: 'https://demo.sandbox.example/token',
  client_auth: 'body',
  pkce: true,
  refresh: 'rotating',
} as const
const CLIENT = { id: 'atrium', secret: null }

let now = 0
let base = BASE
const secrets = createSecrets('a key for tests only')
const clock = { now: () => new Date(now) }
const make = () => createSandboxService({ clock, secrets, baseUrl: () => base })
const sandbox = make()

beforeEach(() => {
  now = Date.parse('2026-11-17T09:00:00Z')
  base = BASE
})

function requestFor(more: Partial<AuthorizationRequest> = {}): string {
  const url = sandbox.auth.authorizationUrl({
    auth: AUTH,
    values: { account: 'acme' },
    client: CLIENT,
    redirectUri: REDIRECT,
    state: 's',
    codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    scopes: ['items.read'],
    ...more,
  })
  expect(url).toMatch(/^https:\/\/atrium\.example\/sandbox-consent\?request=[\w.%-]+$/)
  return new URL(url).searchParams.get('request') ?? ''
}

const codeFor = (more: Partial<AuthorizationRequest> = {}) =>
  new URL(sandbox.decide(requestFor(more), 'approve') ?? '').searchParams.get('code') ?? ''

const redeem = (code: string, client = CLIENT) =>
  make().auth.requestToken({
    auth: AUTH,
    values: {},
    client,
    grant: { kind: 'code', code, redirectUri: REDIRECT, codeVerifier: VERIFIER },
  })

async function tokensFor(scopes = ['items.read', 'items.write']) {
  const outcome = await redeem(codeFor({ scopes }))
  if (outcome.kind !== 'granted') throw new Error(outcome.message)
  return outcome.tokens
}

describe('consent', () => {
  test('is refused for what was changed, made up, of another key, or not a request', () => {
    const signed = requestFor()
    const [text = '', mark = ''] = signed.split('.')
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...payload, redirect_uri: 'https://evil.test' }))
    const stranger = createSandboxService({ clock, secrets: createSecrets('another'), baseUrl: () => BASE })
    const given = [`${changed.toString('base64url')}.${mark}`, text, `${signed}.x`, `.${mark}`, '', codeFor()]
    for (const one of given) expect(sandbox.decide(one, 'approve')).toBeNull()
    expect(stranger.decide(signed, 'approve')).toBeNull()
  })

  test('leads to our own callback only', () => {
    for (const redirectUri of [
      'https://evil.test',
      `${REDIRECT}/x`,
      `${REDIRECT}?x=1`,
      `${BASE}@evil.test/`,
    ]) {
      expect(() => requestFor({ redirectUri })).toThrow('our own callback')
    }
    const signed = requestFor()
    base = 'https://moved.example'
    expect(sandbox.decide(signed, 'approve')).toBeNull()
  })

  test('dies after ten minutes', () => {
    const signed = requestFor()
    now += 599_000
    expect(sandbox.decide(signed, 'approve')).toContain('code=')
    now += 1_000
    expect(sandbox.decide(signed, 'approve')).toBeNull()
  })

  test('can be read by the page that shows it, and holds known scopes only', () => {
    const [text = ''] = requestFor({ scopes: ['items.write', 'everything'] }).split('.')
    expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toMatchObject({
      account: 'acme',
      scopes: ['items.write'],
      client_id: 'atrium',
    })
  })

  test('without PKCE there is none', () => {
    expect(() => requestFor({ codeChallenge: null })).toThrow('PKCE')
  })
})

describe('tokens', () => {
  test('a code is good for a minute, on every node, for its client', async () => {
    const code = codeFor()
    expect(await redeem(code, { id: 'another', secret: null })).toMatchObject({ kind: 'refused' })
    expect(await redeem(code)).toMatchObject({ kind: 'granted', tokens: { scopes: ['items.read'] } })
    now += 60_000
    expect(await redeem(code)).toMatchObject({ kind: 'refused', error: 'invalid_grant', isFinal: true })
  })

  test('one kind does not stand in for another', async () => {
    const { accessToken, refreshToken } = await tokensFor()
    expect((await call('GET', '/me', codeFor())).status).toBe(401)
    expect((await call('GET', '/me', refreshToken ?? '')).status).toBe(401)
    expect(await redeem(accessToken)).toMatchObject({ kind: 'refused' })
  })

  test('client credentials and made-up tokens give nothing', async () => {
    const grant = { kind: 'client_credentials', scopes: [] } as const
    const outcome = await sandbox.auth.requestToken({ auth: AUTH, values: {}, client: CLIENT, grant })
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(await sandbox.auth.revoke({ auth: AUTH, values: {}, client: CLIENT, token: 'x' })).toBe(false)
  })
})

const ASK: Omit<OutboundRequest, 'method' | 'url' | 'headers'> = {
  body: null,
  keepBody: 10_000,
  keepBodyWhen: 'always',
}

async function call(method: string, path: string, token: string, more: Partial<OutboundRequest> = {}) {
  const url = `https://acme.sandbox.example/api${path}`
  const outcome = await sandbox.http.send({
    ...ASK,
    method,
    url,
    headers: { Authorization: `Bearer ${token}` },
    ...more,
  })
  if (outcome.kind === 'failed') return { status: 0, error: outcome.error_type, value: null, headers: {} }
  const { status, headers, body } = outcome
  return { status, headers, value: body.length > 0 ? JSON.parse(body.toString()) : null }
}

describe('the API', () => {
  test('asks for a token of this account, until it expires', async () => {
    const { accessToken } = await tokensFor()
    expect((await call('GET', '/me', 'made-up')).status).toBe(401)
    expect((await call('GET', '/me', accessToken, { headers: {} })).status).toBe(401)
    const other = { url: 'https://other.sandbox.example/api/me' }
    expect((await call('GET', '/me', accessToken, other)).status).toBe(401)
    const me = { name: 'acme', email: 'acme@sandbox.example' }
    expect(await call('GET', '/me', accessToken)).toMatchObject({ status: 200, value: me })
    now += 3_600_000
    expect((await call('GET', '/me', accessToken)).status).toBe(401)
  })

  test('asks for the scope', async () => {
    const { accessToken: reader } = await tokensFor(['items.read'])
    const { accessToken: writer } = await tokensFor(['items.write'])
    expect((await call('POST', '/items', reader, { body: '{}' })).status).toBe(403)
    expect((await call('DELETE', '/items/acme-1', reader)).status).toBe(403)
    expect((await call('GET', '/items', writer)).status).toBe(403)
  })

  test('lists items in three pages, echoes new ones, and deletes those it has', async () => {
    const { accessToken } = await tokensFor()
    const ids: string[] = []
    let cursor: string | null = '0'
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(3)
      const { value } = await call('GET', `/items?cursor=${cursor}`, accessToken)
      ids.push(...value.items.map(({ id }: { id: string }) => id))
      cursor = value.next
    }
    expect(new Set(ids).size).toBe(30)
    const made = await call('POST', '/items', accessToken, { body: '{"name":"New"}' })
    expect(made).toMatchObject({ status: 201, value: { name: 'New', id: expect.stringMatching(/^new-/) } })
    expect((await call('DELETE', `/items/${ids[29]}`, accessToken)).status).toBe(204)
    expect((await call('DELETE', '/items/acme-31', accessToken)).status).toBe(404)
  })

  test.each([
    ['GET', '/items?cursor=x', null, 400],
    ['GET', '/items?cursor=7', null, 400],
    ['POST', '/items', 'no json', 400],
    ['POST', '/items', '[]', 422],
    ['PUT', '/items', '{}', 405],
    ['GET', '/else', null, 404],
    ['GET', '/items/acme-1/more', null, 404],
  ])('%s %s with %j is answered %s %i', async (method, path, body, status) => {
    const { accessToken } = await tokensFor()
    expect((await call(method, path, accessToken, { body })).status).toBe(status)
  })

  test('is busy once, slow when asked, and can be given up', async () => {
    const { accessToken } = await tokensFor()
    const busy = await call('GET', '/limited', accessToken)
    expect(busy).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect((await call('GET', '/limited', accessToken)).status).toBe(200)
    expect((await call('GET', '/slow?ms=1', accessToken)).value).toEqual({ waited_ms: 1 })
    const late = await call('GET', '/slow?ms=10000', accessToken, { deadlineMs: 1 })
    expect(late).toMatchObject({ error: 'timeout' })
    const given = { signal: AbortSignal.abort() }
    expect(await call('GET', '/me', accessToken, given)).toMatchObject({ error: 'network_error' })
  })

  test('keeps as much of an answer as is wanted', async () => {
    const { accessToken } = await tokensFor()
    const headers = { authorization: `Bearer ${accessToken}` }
    const url = 'https://acme.sandbox.example/api/me'
    const cut = await sandbox.http.send({ ...ASK, method: 'GET', url, headers, keepBody: 3 })
    expect(cut).toMatchObject({ status: 200, truncated: true, body: Buffer.from('{"n') })
    const head = await sandbox.http.send({ ...ASK, method: 'HEAD', url, headers })
    expect(head).toMatchObject({ status: 200, truncated: false, body: Buffer.alloc(0) })
  })

  test.each([
    'http://acme.sandbox.example/api/me',
    'https://sandbox.example/api/me',
    'https://acme.sandbox.example.evil.test/',
    'https://evil.test/?x=.sandbox.example',
    'https://a:b@acme.sandbox.example/',
    'https://acme.sandbox.example:8443/',
    'acme.sandbox.example',
    '',
  ])('is not at %j', async (url) => {
    expect(sandbox.http.checkTarget(url).ok).toBe(false)
    const outcome = await sandbox.http.send({ ...ASK, method: 'GET', url, headers: {} })
    expect(outcome).toMatchObject({ kind: 'failed', error_type: 'blocked_address', sent: false })
  })

  test('is at the hosts of its accounts', () => {
    expect(sandbox.http.checkTarget('https://demo.sandbox.example/api').ok).toBe(true)
  })
})
