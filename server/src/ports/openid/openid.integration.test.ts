import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createOutboundHttp } from '../outbound-http/guarded.ts'
import type { OpenId, Provider } from './port.ts'
import { createOpenId } from './providers.ts'
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from './test/openid-provider.ts'

const outbound = (allow: string[]) =>
  createOutboundHttp({ allow, caFile: null, log: createLog('silent'), onRefused: () => {} })
const outboundHttp = outbound(['127.0.0.0/8'])
let standIn: OpenIdProvider
let openId: OpenId

beforeAll(async () => {
  standIn = await startOpenIdProvider()
})
beforeEach(() => {
  standIn.reset()
  openId = createOpenId({ outboundHttp })
})
afterAll(async () => {
  await standIn?.close()
  await outboundHttp.close()
})

const REQUEST = {
  redirectUri: 'https://atrium.example.com/callback',
  state: 'state-1',
  nonce: 'nonce-1',
  codeVerifier: 'verifier-of-at-least-forty-three-characters-1',
}
const provider = (fields: Partial<Provider> = {}): Provider => ({
  protocol: 'openid',
  issuer: standIn.issuer,
  clientId: OPENID_CLIENT.client_id,
  clientSecret: OPENID_CLIENT.client_secret,
  ...fields,
})

/** What a browser brings back from there. */
async function approved(by = provider()): Promise<Record<string, string>> {
  const found = await openId.authorizationUrl(by, REQUEST)
  if (found.kind === 'failed') throw new Error(found.message)
  const response = await fetch(found.url, { redirect: 'manual' })
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
}
const identify = async (query: Record<string, string>, by = provider(), request = REQUEST) =>
  openId.identify(by, { ...request, query })
const FAILED = { kind: 'failed', reason: 'provider_failed' }
const ADA = { subject: 'subject-1', email: 'ada@example.com', name: 'Ada Byron' }

test('a person is known by subject and verified email, from the id token or from userinfo', async () => {
  standIn.quirks.email = 'ADA@Example.com'
  expect(await identify(await approved())).toEqual({ kind: 'person', person: ADA })
  standIn.quirks.onlyUserInfo = true
  expect(await identify(await approved())).toEqual({ kind: 'person', person: ADA })
})

describe('an id token is refused', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600
  test.each([
    ['with another nonce', { claims: { nonce: 'nonce-2' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['that has expired', { claims: { exp: past } }],
    ['that never expires', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without a signature', { alg: 'none' as const }],
    ['signed with what is no secret', { alg: 'HS256' as const }],
    ['signed with another key', { forged: true }],
    ['whose userinfo is of somebody else', { onlyUserInfo: true, userInfoSubject: 'subject-2' }],
    ['with a subject that no database holds', { claims: { sub: 'a\0b' } }],
    ['with a subject that is too long', { claims: { sub: 'a'.repeat(300) } }],
  ])('%s', async (_why, quirks) => {
    Object.assign(standIn.quirks, quirks)
    expect(await identify(await approved())).toMatchObject(FAILED)
  })

  test.each([
    ['says that it is not', { emailVerified: false }],
    ['does not say', { emailVerified: undefined }],
    ['says yes in another word', { emailVerified: 'yes' }],
    ['has no email', { email: undefined }],
    ['has an email that is none', { email: 'ada at example.com' }],
  ])('whose email is not verified: the provider %s', async (_why, quirks) => {
    Object.assign(standIn.quirks, quirks)
    expect(await identify(await approved())).toMatchObject({ kind: 'failed', reason: 'email_not_verified' })
  })
})

describe('what a browser brings', () => {
  test('counts with its own state, verifier and address only, and once', async () => {
    const query = await approved()
    expect(await identify({ ...query, state: 'state-2' })).toMatchObject(FAILED)
    const codeVerifier = `${REQUEST.codeVerifier}-other`
    expect(await identify(await approved(), provider(), { ...REQUEST, codeVerifier })).toMatchObject(FAILED)
    const redirectUri = 'https://evil.example.com/callback'
    expect(await identify(await approved(), provider(), { ...REQUEST, redirectUri })).toMatchObject(FAILED)
    expect(await identify(query)).toMatchObject({ kind: 'person' })
    expect(await identify(query)).toMatchObject({ ...FAILED, message: 'The provider said invalid_grant.' })
  })

  test('may name another issuer than the one that was asked: then it is refused', async () => {
    standIn.quirks.metadata = { authorization_response_iss_parameter_supported: true }
    const query = await approved()
    expect(await identify({ ...query, iss: 'https://other.example.com' })).toMatchObject(FAILED)
    expect(await identify({ ...query, iss: standIn.issuer })).toMatchObject({ kind: 'person' })
  })

  test('may be a no', async () => {
    standIn.quirks.decision = 'refuse'
    expect(await identify(await approved())).toMatchObject({ kind: 'failed', reason: 'refused' })
  })

  test('may hold words of others, which come out plain', async () => {
    const outcome = await identify({ state: REQUEST.state, error: '<b>\n"evil" https://x.example' })
    expect(outcome).toMatchObject({ ...FAILED, message: 'The provider said b evil httpsx.example.' })
  })
})

describe('a provider', () => {
  test('that changed its keys is asked for them again', async () => {
    expect(await identify(await approved())).toMatchObject({ kind: 'person' })
    standIn.rotateKeys()
    expect(await identify(await approved())).toMatchObject({ kind: 'person' })
  })

  test('is asked once what it is, also by many at once', async () => {
    const before = standIn.requests.length
    await Promise.all(Array.from({ length: 20 }, () => openId.authorizationUrl(provider(), REQUEST)))
    await openId.authorizationUrl(provider(), REQUEST)
    expect(standIn.requests.slice(before).map(({ path }) => path)).toEqual([
      '/.well-known/openid-configuration',
    ])
  })

  test.each([
    ['calls itself another', { metadata: { issuer: 'https://other.example.com' } }],
    ['has no address for people', { metadata: { authorization_endpoint: undefined } }],
    ['sends people to a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['sends us into our own network', { metadata: { token_endpoint: 'https://10.0.0.1/token' } }],
    ['says more than anybody reads', { padding: 300_000 }],
  ])('is refused that %s', async (_why, quirks) => {
    Object.assign(standIn.quirks, quirks)
    expect(await openId.check(provider())).toMatchObject(FAILED)
    expect(await openId.authorizationUrl(provider(), REQUEST)).toMatchObject(FAILED)
  })

  test('is refused that is not there, or is none', async () => {
    for (const issuer of ['http://127.0.0.1:1', `${standIn.issuer}/elsewhere`, 'http://10.0.0.1']) {
      expect(await openId.check(provider({ issuer }))).toMatchObject(FAILED)
    }
  })

  test('on this machine is out of reach unless the operator opened it', async () => {
    const guarded = outbound([])
    const before = standIn.requests.length
    expect(await createOpenId({ outboundHttp: guarded }).check(provider())).toMatchObject(FAILED)
    expect(standIn.requests).toHaveLength(before)
    await guarded.close()
  })

  test.each([
    ['in the header', undefined, true],
    ['in the header where it takes either', ['client_secret_post', 'client_secret_basic'], true],
    ['in the body where it takes nothing else', ['client_secret_post'], false],
  ])('gets our secret %s', async (_how, token_endpoint_auth_methods_supported, isInHeader) => {
    standIn.quirks.metadata = { token_endpoint_auth_methods_supported }
    expect(await identify(await approved())).toEqual({ kind: 'person', person: ADA })
    const asked = standIn.requests.findLast(({ path }) => path === '/token')
    expect(asked?.authorization?.startsWith('Basic ') ?? false).toBe(isInHeader)
    expect(new URLSearchParams(asked?.body).has('client_secret')).toBe(!isInHeader)
  })

  test('gets no secret where there is none, neither as a header nor in the body', async () => {
    const open = provider({ clientSecret: null })
    expect(await identify(await approved(open), open)).toMatchObject(FAILED)
    const asked = standIn.requests.findLast(({ path }) => path === '/token')
    expect(asked?.authorization).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      ...{ client_id: OPENID_CLIENT.client_id, code_verifier: REQUEST.codeVerifier },
    })
    expect(asked?.body).not.toContain('client_secret')
  })

  test('that does not take our secret fails without naming it', async () => {
    const outcome = await identify(await approved(), provider({ clientSecret: 'another secret' }))
    expect(outcome).toMatchObject(FAILED)
    expect(JSON.stringify(outcome)).not.toContain('another secret')
  })
})

describe('GitHub', () => {
  const gitHub = () => provider({ protocol: 'github' })
  beforeEach(() => {
    standIn.quirks.subject = '4711'
  })

  test('says who somebody is by its API, with the verified primary email', async () => {
    const person = { ...ADA, subject: '4711' }
    expect(await identify(await approved(gitHub()), gitHub())).toEqual({ kind: 'person', person })
  })

  test.each([
    ['an email that is not verified', { emailVerified: false }, 'email_not_verified'],
    ['no primary email', { email: undefined }, 'email_not_verified'],
    ['no number', { subject: 'ada' }, 'provider_failed'],
    ['a no', { decision: 'refuse' as const }, 'refused'],
  ])('with %s is refused', async (_why, quirks, reason) => {
    Object.assign(standIn.quirks, quirks)
    expect(await identify(await approved(gitHub()), gitHub())).toMatchObject({ kind: 'failed', reason })
  })

  test('takes a code once, with its verifier', async () => {
    const query = await approved(gitHub())
    const codeVerifier = `${REQUEST.codeVerifier}-other`
    expect(await identify(query, gitHub(), { ...REQUEST, codeVerifier })).toMatchObject(FAILED)
    expect(await identify(query, gitHub())).toMatchObject(FAILED)
  })

  test('is reached at an address that may be called only', async () => {
    const issuer = 'http://10.0.0.1'
    expect(await openId.check({ ...gitHub(), issuer })).toMatchObject(FAILED)
    expect(await openId.check(gitHub())).toEqual({ kind: 'usable' })
  })
})
