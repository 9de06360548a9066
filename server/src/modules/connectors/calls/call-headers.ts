/** The headers of a call: what the caller may set, what the connector sets, and the credential. Pure. */
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { invalid } from '../../../platform/errors.ts'
import { isSendableHeader } from '../../../platform/http/sendable-header.ts'
import { placesOf } from '../../../platform/text/fill-template.ts'
import type { Credentials } from '../tokens/sealed-credentials.ts'
import { filled, unusable } from './service-address.ts'

type Texts = Readonly<Record<string, string>>

/** What the credential adds to a request. */
export interface Credential {
  headers: Record<string, string>
  query: Record<string, string>
}

/** Lower-case names. Refuses at `body.headers.<name>` what is not the caller's to set. */
export function headersOf(
  definition: ConnectorDefinition,
  given: Texts,
  values: Texts,
): Record<string, string> {
  const own = Object.entries(definition.api.headers ?? {})
  const fixed = own.filter(([, template]) => placesOf(template).length > 0)
  const taken = new Set([...namesOf(definition), ...fixed.map(([name]) => name.toLowerCase())])
  const headers = new Map(own.map(([name, template]) => [name.toLowerCase(), filled(template, values)]))
  const seen = new Set<string>()
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    const at = ['body', 'headers', written]
    if (!isSendableHeader(name, value)) {
      throw invalid(at, 'header_invalid', 'Use the characters that headers may have, without line breaks')
    }
    if (NOT_THE_CALLERS.test(name) || taken.has(name)) {
      throw invalid(at, 'header_not_allowed', 'This header is set on the way, or not passed on; leave it out')
    }
    if (seen.has(name)) throw invalid(at, 'header_repeated', 'Give each header once')
    seen.add(name)
    headers.set(name, value)
  }
  return Object.fromEntries(headers)
}

/** What lets the call in. Throws `connector_call_failed` when it cannot be sent. */
export function credentialOf(
  definition: ConnectorDefinition,
  values: Texts,
  credentials: Credentials,
): Credential {
  const known = { ...values, ...credentials.values }
  const credential =
    definition.auth.mode === 'api_key'
      ? keyOf(definition.auth, known)
      : tokenOf(definition, known, credentials)
  const astray = Object.entries(credential.headers).find(([name, value]) => !isSendableHeader(name, value))
  if (astray) throw unusable('The saved credential has characters that cannot be sent')
  return credential
}

type ApiKey = Extract<ConnectorDefinition['auth'], { mode: 'api_key' }>

const NOT_THE_CALLERS = new RegExp(
  `^(${[
    'authorization|cookie2?|host|connection|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer',
    'accept-encoding|forwarded|via|x-real-ip',
    'proxy-.*|x-forwarded-.*|sec-.*|x-atrium-.*',
  ].join('|')})$`,
)

function tokenOf({ api }: ConnectorDefinition, values: Texts, { access_token }: Credentials): Credential {
  const { name, value } = api.token_header ?? BEARER
  if (access_token === null) throw unusable('There is no token')
  return { headers: { [name.toLowerCase()]: filled(value, { ...values, access_token }) }, query: {} }
}

const BEARER = { name: 'authorization', value: 'Bearer {access_token}' }

function keyOf({ headers = {}, query = {}, basic }: ApiKey, values: Texts): Credential {
  const fill = (templates: Texts) =>
    Object.entries(templates).map(([name, template]) => [name, filled(template, values)] as const)
  return {
    headers: Object.fromEntries([
      ...fill(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
      ...(basic ? [['authorization', basicOf(basic, values)] as const] : []),
    ]),
    query: Object.fromEntries(fill(query)),
  }
}

function basicOf({ username, password }: { username: string; password: string }, values: Texts): string {
  const pair = `${filled(username, values)}:${filled(password, values)}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(pair))
    throw unusable('The saved credential has characters that cannot be sent')
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** The names that the credential is sent under. */
function namesOf({ auth, api }: ConnectorDefinition): string[] {
  const names =
    auth.mode === 'api_key' ? Object.keys(auth.headers ?? {}) : [api.token_header?.name ?? BEARER.name]
  return names.map((name) => name.toLowerCase())
}
