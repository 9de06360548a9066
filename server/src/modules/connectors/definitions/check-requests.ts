/** What is sent to a service: credentials, headers, parameters, and the request that tries a connection. */
import { hasDots } from './check-addresses.ts'
import { ACCESS_TOKEN } from './check-fields.ts'
import { type Allowed, checkTemplate, PRINTABLE, partsOf } from './check-template.ts'
import type { CheckedDefinition, Faults, Place } from './faults.ts'
import type { KnownValues } from './known-values.ts'

type Texts = Readonly<Record<string, string>>

export function checkRequests(definition: CheckedDefinition, known: KnownValues, faults: Faults): void {
  const { auth, api } = definition
  const check = (template: string, place: Place, allowed: Omit<Allowed, 'characters'>) =>
    checkTemplate(template, place, { ...allowed, characters: PRINTABLE }, known, faults)
  const checkAll = (templates: Texts | undefined, place: Place, allowed: Omit<Allowed, 'characters'>) => {
    for (const [name, template] of Object.entries(templates ?? {})) check(template, [...place, name], allowed)
  }

  checkAll(api.headers, ['api', 'headers'], { captured: true })
  checkHeaderNames(api.headers, ['api', 'headers'], OF_CREDENTIALS, faults)
  if (auth.mode === 'api_key') {
    checkAll(auth.headers, ['auth', 'headers'], { secrets: true })
    checkHeaderNames(auth.headers, ['auth', 'headers'], NONE, faults)
    checkAll(auth.query, ['auth', 'query'], { secrets: true })
    checkParameters(auth.query, ['auth', 'query'], NONE, faults)
    checkAll(auth.basic, ['auth', 'basic'], { secrets: true })
    checkKey(auth, known, faults)
  } else {
    checkAll(auth.token_params, ['auth', 'token_params'], {})
    checkParameters(auth.token_params, ['auth', 'token_params'], OF_TOKEN_REQUESTS, faults)
    checkAll(auth.token_headers, ['auth', 'token_headers'], {})
    checkHeaderNames(auth.token_headers, ['auth', 'token_headers'], OF_CREDENTIALS, faults)
  }
  if (auth.mode === 'oauth2') {
    checkAll(auth.authorization_params, ['auth', 'authorization_params'], {})
    checkParameters(auth.authorization_params, ['auth', 'authorization_params'], OF_CONSENT, faults)
    const named = { client_id_param: auth.client_id_param, scope_param: auth.scope_param }
    for (const [key, name] of Object.entries(named)) {
      if (name !== undefined) checkParameters({ [name]: '' }, ['auth', key], OF_NAMES, faults)
    }
    const asked = auth.lookup?.authorization
    if (asked !== undefined) {
      check(asked, ['auth', 'lookup', 'authorization'], { token: true })
      checkToken(asked, ['auth', 'lookup', 'authorization'], faults)
    }
  }
  checkTokenHeader(definition, check, faults)
  checkTest(definition, faults)
}

const NONE: ReadonlySet<string> = new Set()
const OF_CREDENTIALS = new Set(['authorization'])
/** What we say ourselves: another value would let somebody else's answer in. */
const OF_CONSENT = names(
  'state redirect_uri response_type client_id scope code_challenge code_challenge_method',
)
const OF_TOKEN_REQUESTS = names(
  'grant_type code redirect_uri client_id client_secret refresh_token code_verifier scope',
)
const OF_NAMES = names('state redirect_uri response_type code code_challenge code_challenge_method')

function checkKey(
  auth: Extract<CheckedDefinition['auth'], { mode: 'api_key' }>,
  known: KnownValues,
  faults: Faults,
): void {
  const templates = [auth.headers, auth.query, auth.basic].flatMap((some) => Object.values(some ?? {}))
  if (templates.length === 0) {
    faults.add(['auth'], 'credential_missing', 'Say where the key goes: headers, query or basic')
    return
  }
  const isSecret = (name: string) => {
    const value = known.get(name)
    return value?.is === 'field' && value.field.is_secret === true
  }
  if (!templates.some((template) => partsOf(template).places.some(({ name }) => isSecret(name))))
    faults.add(['auth'], 'secret_missing', 'At least one place must name a field that is secret')
  if (auth.basic && Object.keys(auth.headers ?? {}).some((name) => name.toLowerCase() === 'authorization'))
    faults.add(
      ['auth', 'basic'],
      'header_repeated',
      'Basic is a header Authorization as well; use one of them',
    )
  if (auth.basic?.username.includes(':'))
    faults.add(['auth', 'basic', 'username'], 'template_malformed', 'A user name has no colon')
}

function checkTokenHeader(
  { auth, api }: CheckedDefinition,
  check: (template: string, place: Place, allowed: Omit<Allowed, 'characters'>) => void,
  faults: Faults,
): void {
  if (!api.token_header) return
  const place = ['api', 'token_header']
  if (auth.mode === 'api_key') {
    faults.add(place, 'token_not_here', 'With API keys there is no token; say it in auth.headers')
    return
  }
  const { name, value } = api.token_header
  check(value, [...place, 'value'], { token: true, captured: true })
  checkToken(value, [...place, 'value'], faults)
  checkHeaderNames({ [name]: value }, [...place, 'name'], NONE, faults)
  if (Object.keys(api.headers ?? {}).some((other) => other.toLowerCase() === name.toLowerCase()))
    faults.add([...place, 'name'], 'header_repeated', 'Name each header once')
}

function checkToken(template: string, place: Place, faults: Faults): void {
  if (!partsOf(template).places.some(({ name }) => name === ACCESS_TOKEN))
    faults.add(place, 'token_missing', 'The token must have its place here: {access_token}')
}

function checkHeaderNames(
  headers: Texts | undefined,
  place: Place,
  taken: ReadonlySet<string>,
  faults: Faults,
): void {
  const seen = new Set<string>()
  for (const written of Object.keys(headers ?? {})) {
    const name = written.toLowerCase()
    const at = place.at(-1) === 'name' ? place : [...place, written]
    if (!HEADER_NAME.test(name)) faults.add(at, 'header_invalid', 'Use the characters that headers may have')
    if (NOT_SENT.test(name) || taken.has(name))
      faults.add(at, 'header_not_allowed', 'This header is set on the way; leave it out')
    if (seen.has(name)) faults.add(at, 'header_repeated', 'Name each header once')
    seen.add(name)
  }
}

const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** What is between two neighbours, or says where a request comes from and goes to. */
const NOT_SENT = new RegExp(
  `^(${[
    'host|cookie2?|set-cookie2?|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect',
    'accept-encoding|forwarded|via|x-real-ip|date|origin|referer',
    'proxy-.*|x-forwarded-.*|sec-.*|x-atrium-.*',
  ].join('|')})$`,
)

function checkParameters(
  parameters: Texts | undefined,
  place: Place,
  taken: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const name of Object.keys(parameters ?? {})) {
    const at = place.at(-1)?.toString().endsWith('_param') ? place : [...place, name]
    if (!/^[\w.~$[\]-]{1,100}$/.test(name))
      faults.add(at, 'parameter_invalid', 'Use letters, digits, dots, dashes and underscores')
    if (taken.has(name)) faults.add(at, 'parameter_not_allowed', 'This parameter is set on the way')
  }
}

function checkTest({ test }: CheckedDefinition, faults: Faults): void {
  const place = ['test', 'path']
  const { path } = test
  if (path.startsWith('//') || /[\\#{}\s]|^[^?]*\/\//.test(path) || hasDots(path))
    faults.add(place, 'path_invalid', 'Stay below the address of the service: a path such as /me')
  if (test.method === 'GET' && test.body !== undefined)
    faults.add(['test', 'body'], 'body_with_get', 'A GET has no body')
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
