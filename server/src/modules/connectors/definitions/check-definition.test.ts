import { expect, test } from 'vitest'
import { checkDefinition } from './check-definition.ts'
import type { CheckedDefinition } from './faults.ts'

type Changes = Record<string, unknown>

const FIELD = {
  name: 'account',
  display_name: 'Account',
  description: '',
  placeholder: 'acme',
  required: true,
  validation_pattern: '^[a-z]+$',
  validation_error: 'Letters.',
  kind: 'label',
  suffix: '.example.com',
}
const SECRET = { ...FIELD, name: 'api_key', kind: 'text', suffix: undefined, is_secret: true }
const OAUTH = {
  mode: 'oauth2',
  authorization_url: 'https://{account}.example.com/authorize',
  token_url: 'https://{account}.example.com/token',
  client_auth: 'body',
  pkce: true,
  refresh: 'stable',
}
const KEY = { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } }
const CREDENTIALS = {
  mode: 'client_credentials',
  token_url: 'https://example.com/token',
  client_auth: 'basic',
  client_id_field: 'account',
  client_secret_field: 'api_key',
}
const host = (template: string, field: Changes = {}) => ({
  fields: [{ ...FIELD, ...field }],
  api: { base_url: template },
})

test.each<[string, Changes, string, string]>([
  [
    'a pattern without anchors',
    field({ validation_pattern: '[a-z]+' }),
    'fields.0.validation_pattern',
    'pattern_invalid',
  ],
  [
    'look-ahead',
    field({ validation_pattern: '^(?=a)[a-z]+$' }),
    'fields.0.validation_pattern',
    'pattern_invalid',
  ],
  [
    'a pattern out of proportion',
    field({ validation_pattern: '^([a-z]+)+$' }),
    'fields.0.validation_pattern',
    'pattern_invalid',
  ],
  [
    'a long pattern',
    field({ validation_pattern: `^${'a'.repeat(200)}$` }),
    'fields.0.validation_pattern',
    'pattern_too_long',
  ],
  [
    'a required field that may be empty',
    field({ validation_pattern: '^[a-z]*$' }),
    'fields.0.validation_pattern',
    'pattern_fits_nothing',
  ],
  [
    'an example that does not fit',
    field({ placeholder: 'Acme 1' }),
    'fields.0.placeholder',
    'placeholder_does_not_fit',
  ],
  ['a name given twice', { fields: [FIELD, FIELD] }, 'fields.1.name', 'name_taken'],
  [
    'a field named like the token',
    { fields: [FIELD, { ...SECRET, name: 'access_token' }] },
    'fields.1.name',
    'name_taken',
  ],
  ['a label without an ending', field({ suffix: undefined }), 'fields.0.suffix', 'suffix_missing'],
  ['an ending that is everybody’s', field({ suffix: '.com' }), 'fields.0.suffix', 'suffix_not_public'],
  ['an ending of a text', field({ kind: 'text' }), 'fields.0.suffix', 'suffix_without_host'],
  ['an unknown place', { api: { base_url: 'https://{other}.example.com' } }, 'api.base_url', 'unknown_value'],
  [
    'a broken place',
    { api: { base_url: 'https://example.com/{Other' } },
    'api.base_url',
    'template_malformed',
  ],
  ['plain http', { api: { base_url: 'http://example.com' } }, 'api.base_url', 'address_not_https'],
  ['an address in numbers', { api: { base_url: 'https://10.0.0.1' } }, 'api.base_url', 'host_not_public'],
  ['localhost', { api: { base_url: 'https://localhost' } }, 'api.base_url', 'host_not_public'],
  ['a name of the network', { api: { base_url: 'https://db.internal' } }, 'api.base_url', 'host_not_public'],
  ['a port', { api: { base_url: 'https://example.com:8443' } }, 'api.base_url', 'host_not_public'],
  ['a user name', { api: { base_url: 'https://a@example.com' } }, 'api.base_url', 'host_not_public'],
  ['a label without a domain', host('https://{account}.com'), 'api.base_url', 'host_open'],
  ['a label alone', host('https://{account}'), 'api.base_url', 'host_open'],
  [
    'a text as a part of the host',
    host('https://{account}.example.com', { kind: 'text', suffix: undefined }),
    'api.base_url',
    'host_open',
  ],
  [
    'a value that breaks out',
    host('https://{account}.example.com', { validation_pattern: '^[a-z/]+$' }),
    'api.base_url',
    'value_unsafe',
  ],
  [
    'a value that leads up',
    host('https://example.com/{account}', { validation_pattern: '^[a-z.]+$' }),
    'api.base_url',
    'value_unsafe',
  ],
  [
    'a value that may be missing',
    host('https://{account}.example.com', { required: false }),
    'api.base_url',
    'value_may_be_missing',
  ],
  [
    'a secret in an address',
    { api: { base_url: 'https://example.com/{api_key}' } },
    'api.base_url',
    'secret_not_here',
  ],
  [
    'the token in an address',
    { api: { base_url: 'https://example.com/{access_token}' } },
    'api.base_url',
    'token_not_here',
  ],
  ['a base with a query', { api: { base_url: 'https://example.com/a?b=c' } }, 'api.base_url', 'path_invalid'],
  [
    'a link to another scheme',
    { documentation_url: 'https://localhost/x' },
    'documentation_url',
    'link_invalid',
  ],
  [
    'what the service says only later',
    oauth({ captured: { site: '/site' }, token_url: 'https://{site}.example.com' }),
    'auth.token_url',
    'value_too_late',
  ],
  [
    'a token kept as a value',
    oauth({ captured: { copy: '/refresh_token' } }),
    'auth.captured.copy',
    'secret_not_here',
  ],
  [
    'a state of its own',
    oauth({ authorization_params: { state: 'x' } }),
    'auth.authorization_params.state',
    'parameter_not_allowed',
  ],
  [
    'a grant of its own',
    oauth({ token_params: { grant_type: 'x' } }),
    'auth.token_params.grant_type',
    'parameter_not_allowed',
  ],
  ['a scope twice', { ...oauth({}), scopes: [scope('a'), scope('a')] }, 'scopes.1.name', 'scope_repeated'],
  [
    'a scope with the separator',
    { ...oauth({ scope_separator: ',' }), scopes: [scope('a,b')] },
    'scopes.0.name',
    'scope_separated',
  ],
  ['scopes of a key', { scopes: [scope('a')] }, 'scopes', 'scopes_without_token'],
  ['a key without a place', { auth: { mode: 'api_key' } }, 'auth', 'credential_missing'],
  [
    'a key that is not secret',
    { auth: { mode: 'api_key', query: { k: '{account}' } } },
    'auth',
    'secret_missing',
  ],
  [
    'two ways for one header',
    { auth: { ...KEY, basic: { username: '{api_key}', password: '' } } },
    'auth.basic',
    'header_repeated',
  ],
  [
    'an unknown field of the client',
    { auth: { ...CREDENTIALS, client_id_field: 'x' } },
    'auth.client_id_field',
    'unknown_field',
  ],
  [
    'a secret that is none',
    { auth: { ...CREDENTIALS, client_secret_field: 'account' } },
    'auth.client_secret_field',
    'field_not_secret',
  ],
  ...['Host', 'Cookie', 'Content-Length', 'Connection', 'Authorization', 'X-Forwarded-For'].map(
    (name): [string, Changes, string, string] => [
      `the header ${name}`,
      { api: { base_url: 'https://example.com', headers: { [name]: 'x' } } },
      `api.headers.${name}`,
      'header_not_allowed',
    ],
  ),
  [
    'a header that is none',
    { api: { base_url: 'https://example.com', headers: { 'a b': 'x' } } },
    'api.headers.a b',
    'header_invalid',
  ],
  ['a test that leaves the API', { test: { method: 'GET', path: '/../x' } }, 'test.path', 'path_invalid'],
  ['a test at another host', { test: { method: 'GET', path: '//evil.com' } }, 'test.path', 'path_invalid'],
  ['a hidden way up', { test: { method: 'GET', path: '/a/%2e%2e/x' } }, 'test.path', 'path_invalid'],
  ['a GET with a body', { test: { method: 'GET', path: '/x', body: {} } }, 'test.body', 'body_with_get'],
])('refuses %s', (_, changes, place, type) => {
  const found = checkDefinition(made(changes)).map((row) => `${row.loc.join('.')} ${row.type}`)
  expect(found).toContain(`body.${place} ${type}`)
})

test('finds nothing wrong with what is sound', () => {
  for (const changes of [{}, oauth({}), { auth: CREDENTIALS }])
    expect(checkDefinition(made(changes))).toEqual([])
})

function field(changes: Changes): Changes {
  return { fields: [{ ...FIELD, ...changes }, SECRET] }
}

function oauth(changes: Changes): Changes {
  return { auth: { ...OAUTH, ...changes } }
}

function scope(name: string) {
  return { name, description: 'x' }
}

function made(changes: Changes): CheckedDefinition {
  const sound = {
    integration_type: 'acme',
    display_name: 'Acme',
    description: 'Acme',
    category: 'other',
    icon: { letters: 'A', color: '#000000' },
    documentation_url: 'https://example.com/docs',
    fields: [FIELD, SECRET],
    auth: KEY,
    scopes: [],
    api: { base_url: 'https://{account}.example.com' },
    test: { method: 'GET', path: '/me' },
  }
  // Each case breaks one rule on purpose, some of them against the schema.
  return { ...sound, ...changes } as unknown as CheckedDefinition
}
