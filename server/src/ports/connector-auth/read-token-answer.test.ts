import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTokenAnswer } from './read-token-answer.ts'

type Quirks = Parameters<typeof readTokenAnswer>[0]

const SECRETS = ['planted-client-secret', 'planted-code-123', 'planted refresh/token+1']

function read(body: unknown, quirks: Quirks = {}, status = 200, truncated = false) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readTokenAnswer(quirks, { status, body: Buffer.from(text), truncated }, SECRETS)
}

const tokens = (body: unknown, quirks: Quirks = {}) => {
  const outcome = read(body, quirks)
  if (outcome.kind !== 'granted') throw new Error(outcome.message)
  return outcome.tokens
}

describe('refusals', () => {
  test.each([
    ['invalid_grant', true],
    ['unauthorized_client', true],
    ['bad_refresh_token', true],
    ['token_revoked', true],
    ['invalid_client', false],
    ['invalid_request', false],
    ['invalid_scope', false],
    ['temporarily_unavailable', false],
    ['slow_down', false],
  ])('%s is final: %s', (error, isFinal) => {
    expect(read({ error }, {}, 400)).toMatchObject({ kind: 'refused', error, isFinal })
    expect(read({ ok: false, error })).toMatchObject({ kind: 'refused', error, isFinal })
    expect(read(`error=${error}`)).toMatchObject({ kind: 'refused', error, isFinal })
  })

  test.each([429, 500, 502, 503, 504])('%i passes, whatever it says', (status) => {
    expect(read({ error: 'invalid_grant' }, {}, status)).toMatchObject({ kind: 'failed', isTimeout: false })
  })

  test.each([301, 302, 307])('%i is not followed', (status) => {
    expect(read({ access_token: 'a' }, {}, status)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('redirect'),
    })
  })

  test.each([
    [{ error: 'x', error_description: 'Because.' }, 'The service refused (x): Because.'],
    [{ error: { code: 'x', message: 'Because.' } }, 'The service refused (x): Because.'],
    [{ errorCode: 'E1', errorSummary: 'Because.' }, 'The service refused (E1): Because.'],
    [{ code: 40105, message: 'Because.' }, 'The service refused (40105): Because.'],
    ['<html><h1>Sign in</h1></html>', 'The service refused (status_400)'],
    ['', 'The service refused (status_400)'],
    ['[]', 'The service refused (status_400)'],
    ['"no"', 'The service refused (status_400)'],
    ['{"error":"x', 'The service refused (status_400)'],
  ])('%j is read', (body, message) => {
    expect(read(body, {}, 400)).toMatchObject({ kind: 'refused', message, isFinal: false })
  })

  test('a field that the definition names says no, though a token is there', () => {
    expect(read({ access_token: 'a', status: 7 }, { error_at: '/status' })).toMatchObject({ error: '7' })
    expect(tokens({ access_token: 'a', status: 0 }, { error_at: '/status' }).accessToken).toBe('a')
    expect(tokens({ access_token: 'a', status: 'ok' }, { error_at: '/status' }).accessToken).toBe('a')
    expect(tokens({ access_token: 'a', status: null }, { error_at: '/status' }).accessToken).toBe('a')
  })

  test('a message holds neither lines nor more than people read', () => {
    const outcome = read({ error: 'x', error_description: `a\r\nb\u202e${'c'.repeat(9_000)}` }, {}, 400)
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/^The service refused \(x\): a b c{1,200}$/),
    })
  })
})

describe('secrets', () => {
  const places = [
    (secret: string) => ({ error: secret }),
    (secret: string) => ({ error: 'x', error_description: `Bad value ${secret}!` }),
    (secret: string) => ({ error: { code: secret, message: `${'z'.repeat(190)}${secret}` } }),
    (secret: string) => ({ error: 'x', message: encodeURIComponent(secret) }),
    (secret: string) => ({ error: 'x', message: JSON.stringify({ echoed: secret }) }),
    (secret: string) => secret,
    (secret: string) => `error=${encodeURIComponent(secret)}&error_description=${encodeURIComponent(secret)}`,
    (secret: string) => `<p>${secret}</p>`,
  ]

  test.each(SECRETS)('%s never comes back in a message', (secret) => {
    for (const place of places) {
      for (const status of [200, 302, 400, 401, 500]) {
        const said = JSON.stringify(read(place(secret), {}, status))
        expect(said).not.toContain(secret)
        expect(said).not.toContain(encodeURIComponent(secret))
        expect(said).not.toContain('planted')
      }
    }
  })

  test('tokens of an answer that fails are not quoted', () => {
    const body = {
      ok: false,
      access_token: 'issued-now',
      refresh_token: 'issued-too',
      error: 'issued-too',
      message: 'issued-now',
    }
    expect(JSON.stringify(read(body))).not.toContain('issued')
  })
})

describe('tokens', () => {
  test('come without a type, with an odd one, as a form or as text', () => {
    expect(tokens({ access_token: 'a' })).toEqual({
      accessToken: 'a',
      refreshToken: null,
      expiresIn: null,
      scopes: null,
      captured: {},
    })
    expect(tokens({ ok: true, access_token: 'a', token_type: 'bot' }).accessToken).toBe('a')
    expect(tokens('access_token=a%2Bb&scope=x%2Cy&expires_in=60&refresh_token=r')).toMatchObject({
      accessToken: 'a+b',
      scopes: ['x', 'y'],
      expiresIn: 60,
      refreshToken: 'r',
    })
    expect(tokens('\ufeff {"access_token":"a"}\n').accessToken).toBe('a')
    expect(tokens('access_token=first&access_token=second').accessToken).toBe('first')
  })

  test.each([
    [3600, 3600],
    ['3600', 3600],
    [59.9, 59],
    [0, null],
    ['0', null],
    [-5, null],
    ['', null],
    ['soon', null],
    [null, null],
    [{}, null],
    [1e300, 315_360_000],
  ])('expires_in %j means %j', (expires_in, seconds) => {
    expect(tokens({ access_token: 'a', expires_in }).expiresIn).toBe(seconds)
    expect(tokens({ access_token: 'a', expires_in }, { lifetime_seconds: 900 }).expiresIn).toBe(
      seconds ?? 900,
    )
  })

  test.each([
    ['a b', ['a', 'b']],
    ['a,b', ['a', 'b']],
    ['a, b a', ['a', 'b']],
    [
      ['a', 'b', 7, 'c d'],
      ['a', 'b'],
    ],
    ['', null],
    [[], null],
    [7, null],
  ])('scope %j means %j', (scope, scopes) => {
    expect(tokens({ access_token: 't', scope }).scopes).toEqual(scopes)
  })

  test('other fields are read next to a token that stands elsewhere, and only there', () => {
    const body = {
      access_token: 'bot',
      refresh_token: 'of the bot',
      expires_in: 60,
      authed_user: { access_token: 'user', scope: 'x' },
    }
    expect(tokens(body, { access_token_at: '/authed_user/access_token' })).toMatchObject({
      accessToken: 'user',
      refreshToken: null,
      expiresIn: null,
      scopes: ['x'],
    })
  })

  test('values are kept as texts, and those that could break an address are not', () => {
    const captured = { host: '/instance', id: '/team/id', none: '/team/none', bad: '/bad', all: '/team' }
    const body = { access_token: 'a', instance: 'https://eu.example.com', team: { id: 7 }, bad: 'x\r\ny' }
    expect(tokens(body, { captured }).captured).toEqual({ host: 'https://eu.example.com', id: '7' })
  })

  test.each(['', ' ', 'a\nb', 'ä', 7, null, {}, 'x'.repeat(20_000)])('%j is no token', (access_token) => {
    expect(read({ access_token })).toMatchObject({ kind: 'failed' })
  })

  test('half an answer gives none', () => {
    expect(read('access_token=hal', {}, 200, true)).toMatchObject({ kind: 'failed' })
    expect(read('{"access_token":"hal', {}, 200, true)).toMatchObject({ kind: 'failed' })
  })
})

test('whatever comes, there is an outcome', () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map((error) => JSON.stringify({ error })),
  )
  fc.assert(
    fc.property(anything, fc.constantFrom(200, 201, 400, 401, 403, 404, 500), (body, status) => {
      expect(['granted', 'refused', 'failed']).toContain(read(body, { error_at: '/error' }, status).kind)
    }),
  )
})
