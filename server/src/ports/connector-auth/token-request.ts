/** What is sent for a token, or to take one back. */
import { validateHeaderValue } from 'node:http'
import { fillTemplate, type Values } from '../../platform/text/fill-template.ts'
import type { OutboundRequest } from '../outbound-http/port.ts'
import { fillAddress, UnusableValue } from './fill-address.ts'
import type { Client, ClientCredentials, Grant, OAuth2, RevocationRequest, TokenRequest } from './port.ts'

type Auth = OAuth2 | ClientCredentials
export type Message = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>

export function tokenMessage({ auth, values, client, grant }: TokenRequest): Message {
  const refreshUrl = auth.mode === 'oauth2' && grant.kind === 'refresh' ? auth.refresh_url : undefined
  const url = fillAddress(refreshUrl ?? auth.token_url, values)
  const params = {
    grant_type: GRANT_TYPES[grant.kind],
    ...filled(auth.token_params, values),
    ...grantParams(auth, grant),
  }
  return message(auth, values, client, url, params)
}

/** As RFC 7009 has it. */
export function revocationMessage(
  address: string,
  { auth, values, client, token }: RevocationRequest,
): Message {
  return message(auth, values, client, fillAddress(address, values), { token })
}

/** What must not stand in any message that people read. */
export function secretsOf(client: Client, ...others: (string | null)[]): string[] {
  const known = [client.secret, ...others].filter((secret) => secret !== null)
  const sent = client.secret === null ? [] : [basicOf(client.id, client.secret), formEncoded(client.secret)]
  return [...known, ...sent]
}

export function secretsOfGrant(grant: Grant): (string | null)[] {
  if (grant.kind === 'code') return [grant.code, grant.codeVerifier]
  return grant.kind === 'refresh' ? [grant.refreshToken] : []
}

const GRANT_TYPES: Record<Grant['kind'], string> = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  client_credentials: 'client_credentials',
}

function grantParams(auth: Auth, grant: Grant): Record<string, string> {
  if (grant.kind === 'refresh') return { refresh_token: grant.refreshToken }
  if (grant.kind === 'client_credentials') {
    return grant.scopes.length > 0 ? { scope: grant.scopes.join(auth.scope_separator ?? ' ') } : {}
  }
  return {
    code: grant.code,
    redirect_uri: grant.redirectUri,
    ...(grant.codeVerifier !== null && { code_verifier: grant.codeVerifier }),
  }
}

function message(
  auth: Auth,
  values: Values,
  client: Client,
  url: URL,
  params: Record<string, string>,
): Message {
  const proof = clientProof(auth, client)
  const isJson = auth.token_format === 'json'
  const body = { ...params, ...proof.params }
  return {
    method: 'POST',
    url: url.href,
    headers: {
      accept: 'application/json',
      ...filledHeaders(auth.token_headers, values),
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      ...proof.headers,
    },
    body: isJson ? JSON.stringify(body) : new URLSearchParams(body).toString(),
  }
}

/** A client without a secret only says who it is: there is nothing to prove. */
function clientProof(auth: Auth, { id, secret }: Client) {
  const idParam = (auth.mode === 'oauth2' ? auth.client_id_param : undefined) ?? 'client_id'
  if (secret === null) return { params: { [idParam]: id }, headers: {} }
  if (auth.client_auth === 'body') {
    return { params: { [idParam]: id, client_secret: secret }, headers: {} }
  }
  return { params: {}, headers: { authorization: `Basic ${basicOf(id, secret)}` } }
}

/** RFC 6749, 2.3.1: both are form-encoded first, so that a colon in the id stays a part of it. */
function basicOf(id: string, secret: string): string {
  return Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

function filled(templates: Readonly<Record<string, string>> = {}, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillTemplate(template, values)]),
  )
}

function filledHeaders(templates: Readonly<Record<string, string>> | undefined, values: Values) {
  const headers = Object.entries(filled(templates, values))
  for (const [name, value] of headers) {
    try {
      validateHeaderValue(name, value)
    } catch {
      throw new UnusableValue(`A value cannot be sent in the header ${name}`)
    }
  }
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
}
