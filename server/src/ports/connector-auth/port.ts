/** How an app is let into a service: consent, tokens, and taking them back. */
import type { Values } from '../../platform/text/fill-template.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'

/** They fill the places of a definition's addresses: fields, derived ones, and what the service said. */
export type { Values } from '../../platform/text/fill-template.ts'

export interface ConnectorAuth {
  /** Where a person approves. */
  authorizationUrl(request: AuthorizationRequest): string
  /** Never throws for what network or service do: that is an outcome. */
  requestToken(request: TokenRequest): Promise<TokenOutcome>
  /** True when the service has forgotten the token; false when it has no way to, or did not answer. */
  revoke(request: RevocationRequest): Promise<boolean>
}

/** How a token endpoint wants to be asked and what it answers: quirks as data, in the words of connector definitions. */
interface TokenEndpoint {
  token_url: string
  client_auth: 'basic' | 'body'
  token_format?: 'form' | 'json'
  token_params?: Readonly<Record<string, string>>
  token_headers?: Readonly<Record<string, string>>
  scope_separator?: ' ' | ','
  access_token_at?: string
  error_at?: string
  lifetime_seconds?: number
  captured?: Readonly<Record<string, string>>
}

export interface OAuth2 extends TokenEndpoint {
  mode: 'oauth2'
  authorization_url: string
  refresh_url?: string
  revocation_url?: string
  authorization_params?: Readonly<Record<string, string>>
  client_id_param?: string
  scope_param?: string
  lookup?: {
    url: string
    authorization?: string
    captured: Readonly<Record<string, string>>
  }
}

export interface ClientCredentials extends TokenEndpoint {
  mode: 'client_credentials'
}

export interface Client {
  id: string
  secret: string | null
}

export interface AuthorizationRequest {
  auth: OAuth2
  values: Values
  client: Client
  redirectUri: string
  state: string
  /** S256 of the verifier; null where the service has no PKCE. */
  codeChallenge: string | null
  scopes: readonly string[]
}

export type Grant =
  | { kind: 'code'; code: string; redirectUri: string; codeVerifier: string | null }
  | { kind: 'refresh'; refreshToken: string }
  | { kind: 'client_credentials'; scopes: readonly string[] }

export interface TokenRequest {
  auth: OAuth2 | ClientCredentials
  values: Values
  client: Client
  grant: Grant
  signal?: AbortSignal
}

export interface RevocationRequest {
  auth: OAuth2
  values: Values
  client: Client
  token: string
}

export interface Tokens {
  accessToken: string
  /** Null: none came; the one before stays good unless the service rotates them. */
  refreshToken: string | null
  /** Seconds; null: the token lasts. */
  expiresIn: number | null
  /** Null: as asked for. */
  scopes: readonly string[] | null
  captured: Readonly<Record<string, string>>
}

export type TokenOutcome =
  | { kind: 'granted'; tokens: Tokens }
  /** The service said no. `isFinal`: asking again with the same grant is of no use (`invalid_grant` and its kind). */
  | { kind: 'refused'; error: string; message: string; isFinal: boolean }
  /** No answer that can be read. The message holds nothing secret. */
  | { kind: 'failed'; message: string; isTimeout: boolean }

/** The service behind the connector `sandbox-oauth`: consent, tokens and a small API, all in this process. */
export interface SandboxService {
  auth: ConnectorAuth
  http: Pick<OutboundHttp, 'send' | 'checkTarget'>
  /** What somebody decided on the consent page: where they go on; null when the request is unknown or expired. */
  decide(request: string, decision: 'approve' | 'refuse'): string | null
}
