import type { OAuth2 } from '@atrium/contract/connector-definition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MissingValue } from '../../platform/text/fill-template.ts'
import { authorizationUrl } from './authorization-url.ts'
import { UnusableValue } from './fill-address.ts'
import type { AuthorizationRequest } from './port.ts'

const AUTH: OAuth2 = {
  mode: 'oauth2',
  authorization_url: 'https://{shop}.example.com/authorize?fixed=1',
  token_url: 'https://{shop}.example.com/token',
  client_auth: 'body',
  pkce: true,
  refresh: 'stable',
}

function url(auth: Partial<OAuth2> = {}, more: Partial<AuthorizationRequest> = {}): URL {
  return new URL(
    authorizationUrl({
      auth: { ...AUTH, ...auth },
      values: { shop: 'acme' },
      client: { id: 'id &1', secret: 'never in an address' },
      redirectUri: 'https://atrium.example/api/external-auth/callback',
      state: 'a+b&c=d',
      codeChallenge: 'challenge',
      scopes: ['one', 'two'],
      ...more,
    }),
  )
}

const paramsOf = ({ searchParams }: URL) => Object.fromEntries(searchParams)

test.each([
  'evil.test/',
  'evil.test/?x=',
  'evil.test#',
  'a@evil.test/',
  'evil.test\\',
  'a b',
  'evil.test:443/',
])('the value %j cannot lead elsewhere', (shop) => {
  expect(() => url({}, { values: { shop } })).toThrow(UnusableValue)
})

test.each(['..', '.', 'a/../..', '%2e%2e', 'a?b=c', 'a#b'])('the value %j cannot bend a path', (tenant) => {
  const auth = { authorization_url: 'https://example.com/{tenant}/authorize' }
  expect(() => url(auth, { values: { tenant } })).toThrow(UnusableValue)
})

test('a value that is missing is named', () => {
  expect(() => url({}, { values: {} })).toThrow(MissingValue)
})

const anyText = fc.string({
  minLength: 1,
  unit: fc.oneof(
    fc.constantFrom(...'&=?#%+/\\@:;{}|', '\r\n', '\0', '%26', '\u{1f600}', '\u202e'),
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  ),
})

test('no value adds a parameter, replaces one, or changes the host', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const auth = {
        authorization_url: 'https://example.com/authorize?team={team}',
        authorization_params: { hint: '{team}' },
      }
      const made = url(auth, { values: { team: value }, scopes: [] })
      expect(made.host).toBe('example.com')
      expect(paramsOf(made)).toEqual({
        team: value,
        hint: value,
        response_type: 'code',
        client_id: 'id &1',
        redirect_uri: 'https://atrium.example/api/external-auth/callback',
        state: 'a+b&c=d',
        code_challenge: 'challenge',
        code_challenge_method: 'S256',
      })
    }),
  )
})

test('a definition adds parameters and cannot replace what protects the way back', () => {
  const authorization_params = {
    prompt: 'consent',
    state: 'theirs',
    redirect_uri: 'https://evil.test',
    code_challenge: 'theirs',
    client_id: 'theirs',
  }
  expect(paramsOf(url({ authorization_params }))).toEqual({
    fixed: '1',
    response_type: 'code',
    prompt: 'consent',
    scope: 'one two',
    client_id: 'id &1',
    redirect_uri: 'https://atrium.example/api/external-auth/callback',
    state: 'a+b&c=d',
    code_challenge: 'challenge',
    code_challenge_method: 'S256',
  })
})

test('words of the service are used for client id and scopes', () => {
  const made = url({ client_id_param: 'client_key', scope_param: 'user_scope', scope_separator: ',' })
  expect(paramsOf(made)).toMatchObject({ client_key: 'id &1', user_scope: 'one,two' })
  expect(made.searchParams.has('client_id')).toBe(false)
  expect(made.searchParams.has('scope')).toBe(false)
})

test('blanks are written as %20, and without PKCE there is no challenge', () => {
  const made = url({}, { codeChallenge: null })
  expect(made.search).toContain('scope=one%20two')
  expect(made.search).not.toContain('code_challenge')
  expect(made.href).not.toContain('never')
})
