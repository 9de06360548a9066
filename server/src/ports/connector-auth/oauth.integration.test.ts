import { createHash } from 'node:crypto'
import type { OAuth2 } from '@atrium/contract/connector-definition'
import { beforeEach, describe, expect, test } from 'vitest'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { oauthConnectorAuth } from './oauth.ts'
import type { Grant, TokenOutcome, TokenRequest } from './port.ts'
import {
  type Fault,
  PROVIDER_CLIENT,
  type ProviderQuirks,
  startOAuthProvider,
} from './test/oauth-provider.ts'
import { authFor } from './test/stand-in-connector.ts'

const outboundHttp = useStarted(async () => outboundCalls())
const provider = useStarted(() => startOAuthProvider())
const usual = useMade(async () => ({ ...provider.quirks }))
const port = () => oauthConnectorAuth({ outboundHttp })

const REDIRECT = 'https://atrium.example/api/external-auth/callback'
const VERIFIER = 'v'.repeat(43)

beforeEach(() => {
  Object.assign(provider.quirks, { ...usual })
  for (const list of Object.values(provider.requests)) list.length = 0
})

const quirk = (changes: Partial<ProviderQuirks>) => Object.assign(provider.quirks, changes)

function request(grant: Grant, auth: Partial<OAuth2> = {}, more: Partial<TokenRequest> = {}) {
  const client = PROVIDER_CLIENT
  return port().requestToken({ auth: authFor(provider, auth), values: {}, client, grant, ...more })
}

async function approvedCode(auth: Partial<OAuth2> = {}): Promise<string> {
  const url = port().authorizationUrl({
    auth: authFor(provider, auth),
    values: {},
    client: PROVIDER_CLIENT,
    redirectUri: REDIRECT,
    state: 's',
    codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    scopes: ['one', 'two'],
  })
  return new URL(await provider.visit(url)).searchParams.get('code') ?? ''
}

async function exchange(auth: Partial<OAuth2> = {}): Promise<TokenOutcome> {
  const code = await approvedCode(auth)
  return request({ kind: 'code', code, redirectUri: REDIRECT, codeVerifier: VERIFIER }, auth)
}

const refresh = (refreshToken: string | null, auth: Partial<OAuth2> = {}) =>
  request({ kind: 'refresh', refreshToken: refreshToken ?? '' }, auth)

const sent = () => provider.requests.token.at(-1)

describe('faults', () => {
  const cases: [string, Fault, RegExp][] = [
    ['a lost connection', 'cut', /closed the connection/],
    ['half an answer', 'truncated', /broke off|closed the connection/],
    ['an endless answer', 'huge', /broke off or was too long/],
    ['a page', 'html', /no token/],
    ['a redirect', 'redirect', /redirect/],
    ['429', { status: 429, headers: { 'retry-after': '30' } }, /busy/],
    ['503 with a page', { status: 503, body: '<h1>down</h1>' }, /busy/],
  ]
  test.each(cases)('%s is passing', async (_, fault, message) => {
    provider.faults.token.push(fault)
    const { refresh: token } = provider.issue(['one'])
    expect(await refresh(token)).toEqual({
      kind: 'failed',
      message: expect.stringMatching(message),
      isTimeout: false,
    })
    expect(provider.requests.token).toHaveLength(1)
    expect(provider.requests.api).toHaveLength(0)
    expect(provider.isGood(token ?? '')).toBe(true)
  })

  test('a call that is given up is an outcome', async () => {
    const held = provider.hold('request')
    const given = new AbortController()
    const outcome = request({ kind: 'refresh', refreshToken: 'r' }, {}, { signal: given.signal })
    await expect.poll(held.waiting).toBe(1)
    given.abort()
    expect(await outcome).toMatchObject({ kind: 'failed' })
    held.release()
  })

  test('values that are missing or make no address are outcomes, and nothing is sent', async () => {
    const token_url = `${provider.baseUrl}/{tenant}/token`
    const grant: Grant = { kind: 'refresh', refreshToken: 'r' }
    expect(await request(grant, { token_url })).toMatchObject({ message: 'There is no value for tenant.' })
    expect(await request(grant, { token_url }, { values: { tenant: '../x' } })).toMatchObject({
      kind: 'failed',
    })
    const token_headers = { 'x-team': '{team}' }
    const bent = await request(grant, { token_headers }, { values: { team: 'planted\r\nx: y' } })
    expect(bent).toMatchObject({ kind: 'failed', message: 'A value cannot be sent in the header x-team.' })
    expect(provider.requests.token).toHaveLength(0)
  })

  test('an address inside is not called', async () => {
    const guarded = outboundCalls({ allow: [] })
    const outcome = await oauthConnectorAuth({ outboundHttp: guarded }).requestToken({
      auth: authFor(provider),
      values: {},
      client: PROVIDER_CLIENT,
      grant: { kind: 'refresh', refreshToken: 'r' },
    })
    await guarded.close()
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(provider.requests.token).toHaveLength(0)
  })
})

describe('services that say no', () => {
  test('a wrong client secret is not final, a used code is', async () => {
    const client = { ...PROVIDER_CLIENT, secret: 'planted-wrong-secret' }
    const { refresh: token } = provider.issue([])
    const wrong = await request({ kind: 'refresh', refreshToken: token ?? '' }, {}, { client })
    expect(wrong).toMatchObject({ kind: 'refused', error: 'invalid_client', isFinal: false })
    const code = await approvedCode()
    const grant: Grant = { kind: 'code', code, redirectUri: REDIRECT, codeVerifier: VERIFIER }
    expect(await request(grant)).toMatchObject({ kind: 'granted' })
    expect(await request(grant)).toMatchObject({ kind: 'refused', error: 'invalid_grant', isFinal: true })
  })

  test('with status 200 too', async () => {
    quirk({ hidesErrors: true })
    expect(await refresh('unknown')).toMatchObject({ kind: 'refused', error: 'invalid_grant', isFinal: true })
  })

  test('a rotated token is good once; its reuse ends the family', async () => {
    const { refresh: first } = provider.issue([])
    const second = await refresh(first)
    expect(second).toMatchObject({ kind: 'granted' })
    expect(await refresh(first)).toMatchObject({ kind: 'refused', isFinal: true })
    const next = second.kind === 'granted' ? second.tokens.refreshToken : null
    expect(await refresh(next)).toMatchObject({ kind: 'refused', isFinal: true })
    expect(provider.seen.reuses).toBe(1)
  })

  test('what they echo of secrets is not in the message', async () => {
    const echoed = { error: 'x', error_description: `${PROVIDER_CLIENT.secret} planted-token` }
    const basic = Buffer.from('client%3Aone:client%2Bsecret%2Fof+the+test').toString('base64')
    for (const body of [
      echoed,
      { error: 'x', message: basic },
      { error: 'x', message: 'client%2Bsecret%2Fof+the+test' },
    ]) {
      provider.faults.token.push({ status: 400, body })
      const said = JSON.stringify(await refresh('planted-token'))
      expect(said).not.toMatch(/planted|client.secret|client%2B/)
      expect(said).not.toContain(basic)
    }
  })
})

describe('quirks', () => {
  const cases: [string, Partial<ProviderQuirks>][] = [
    ['no token_type', { tokenType: undefined }],
    ['token_type bot', { tokenType: 'bot' }],
    ['a form', { answerAs: 'form' }],
    ['JSON that calls itself text', { answerAs: 'unnamed' }],
    ['tokens in an object', { within: 'authed_user' }],
    ['numbers as text', { expiresIn: '3600' }],
    ['commas between scopes', { scopeAs: 'commas' }],
    ['scopes as a list', { scopeAs: 'list' }],
    ['a wrong clock', { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['basic', { clientAuth: 'basic' }],
  ]
  test.each(cases)('%s', async (_, changes) => {
    quirk(changes)
    expect(await exchange()).toMatchObject({
      kind: 'granted',
      tokens: { expiresIn: 3600, scopes: ['one', 'two'], refreshToken: expect.stringMatching(/^refresh-/) },
    })
  })

  test('basic holds id and secret form-encoded, and the body does not', async () => {
    quirk({ clientAuth: 'basic' })
    await exchange()
    const encoded = sent()?.headers.authorization?.replace('Basic ', '') ?? ''
    expect(Buffer.from(encoded, 'base64').toString()).toBe('client%3Aone:client%2Bsecret%2Fof+the+test')
    expect(sent()?.body).not.toContain('client')
  })

  test('a client without a secret only names itself', async () => {
    for (const clientAuth of ['basic', 'body'] as const) {
      quirk({ clientAuth })
      await request({ kind: 'refresh', refreshToken: 'r' }, {}, { client: { id: 'me', secret: null } })
      expect(sent()?.headers.authorization).toBeUndefined()
      expect(Object.fromEntries(new URLSearchParams(sent()?.body))).toEqual({
        grant_type: 'refresh_token',
        refresh_token: 'r',
        client_id: 'me',
      })
    }
  })

  test('JSON bodies, parameters and headers of the definition, a name for the client id', async () => {
    const auth: Partial<OAuth2> = {
      token_format: 'json',
      token_params: { audience: '{team}', grant_type: 'odd', code: 'never' },
      token_headers: { 'X-Version': '7', Accept: 'text/json' },
      client_id_param: 'client_key',
    }
    const grant: Grant = { kind: 'code', code: 'c&=', redirectUri: REDIRECT, codeVerifier: null }
    await request(grant, auth, { values: { team: 'a&b' } })
    expect(sent()?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-version': '7',
      accept: 'text/json',
    })
    expect(JSON.parse(sent()?.body ?? '')).toEqual({
      grant_type: 'odd',
      audience: 'a&b',
      code: 'c&=',
      redirect_uri: REDIRECT,
      client_key: PROVIDER_CLIENT.id,
      client_secret: PROVIDER_CLIENT.secret,
    })
  })

  test('an address of its own for refreshing, and a refresh token that stays', async () => {
    quirk({ rotation: 'stable' })
    const { refresh: token } = provider.issue(['one'])
    const refresh_url = `${provider.baseUrl}/token?refresh=1`
    const outcome = await refresh(token, { token_url: `${provider.baseUrl}/nowhere`, refresh_url })
    expect(outcome).toMatchObject({ kind: 'granted', tokens: { refreshToken: null } })
    expect(sent()?.query).toEqual({ refresh: '1' })
  })

  test('client credentials', async () => {
    const outcome = await port().requestToken({
      auth: {
        mode: 'client_credentials',
        token_url: `${provider.baseUrl}/token`,
        client_auth: 'body',
        scope_separator: ',',
      },
      values: {},
      client: PROVIDER_CLIENT,
      grant: { kind: 'client_credentials', scopes: ['one', 'two'] },
    })
    expect(outcome).toMatchObject({ kind: 'granted', tokens: { scopes: ['one', 'two'], refreshToken: null } })
    expect(new URLSearchParams(sent()?.body).get('scope')).toBe('one,two')
  })
})

describe('what a token is for', () => {
  const lookup = (changes: Partial<NonNullable<OAuth2['lookup']>> = {}) => ({
    lookup: { url: `${provider.baseUrl}/api/me`, captured: { site: '/name' }, ...changes },
  })

  test('is asked with the token once a person approved, and not again', async () => {
    const outcome = await exchange(lookup())
    expect(outcome).toMatchObject({ kind: 'granted', tokens: { captured: { site: 'Acme' } } })
    const { refreshToken } = (outcome as Extract<TokenOutcome, { kind: 'granted' }>).tokens
    expect(await refresh(refreshToken, lookup())).toMatchObject({ kind: 'granted', tokens: { captured: {} } })
    expect(provider.requests.api).toHaveLength(1)
  })

  test('is asked in the words of the service', async () => {
    expect(await exchange(lookup({ authorization: 'OAuth {access_token}' }))).toMatchObject({
      kind: 'failed',
    })
    expect(provider.requests.api.at(-1)?.headers.authorization).toMatch(/^OAuth \S+$/)
  })

  test.each<[string, object, Fault[]]>([
    ['nothing there', { captured: { site: '/name', cloud: '/0/id' } }, []],
    ['a refusal', {}, [{ status: 403, body: { error: 'x' } }]],
    ['a redirect', {}, ['redirect']],
    ['a broken answer', {}, ['cut']],
  ])('grants nothing when it cannot be known: %s', async (_, changes, faults) => {
    provider.faults.api.push(...faults)
    expect(await exchange(lookup(changes))).toMatchObject({ kind: 'failed' })
  })
})

describe('taking back', () => {
  const revoke = (token: string, auth: Partial<OAuth2> = {}) =>
    port().revoke({ auth: authFor(provider, auth), values: {}, client: PROVIDER_CLIENT, token })

  test('works where there is an address for it', async () => {
    const { refresh: token } = provider.issue([])
    expect(await revoke(token ?? '')).toBe(true)
    expect(await refresh(token)).toMatchObject({ kind: 'refused', isFinal: true })
    const { revocation_url: _, ...without } = authFor(provider)
    const none = { auth: without, values: {}, client: PROVIDER_CLIENT, token: 't' }
    expect(await port().revoke(none)).toBe(false)
  })

  test.each<Fault>(['cut', 'redirect', { status: 500 }, { status: 400, body: { error: 'x' } }])(
    'says so when it did not: %j',
    async (fault) => {
      provider.faults.revoke.push(fault)
      expect(await revoke('t')).toBe(false)
    },
  )
})
