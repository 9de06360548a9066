/** Where people sign in at somebody else's, and who they are there. */
export interface OpenId {
  /** Whether a provider can be used. Never throws for what network or provider do: that is an outcome. */
  check(provider: Provider): Promise<{ kind: 'usable' } | Failed>
  /** Where a person signs in. */
  authorizationUrl(
    provider: Provider,
    request: SignInRequest,
  ): Promise<{ kind: 'address'; url: string } | Failed>
  /** The person who came back with these parameters; everything that they and the provider say is checked. */
  identify(provider: Provider, returned: Returned): Promise<{ kind: 'person'; person: Person } | Failed>
}

export interface Provider {
  /** `github` speaks OAuth 2 and has an API; all others speak OpenID Connect. */
  protocol: 'openid' | 'github'
  issuer: string
  clientId: string
  /** Null for a public client: PKCE alone binds the code. */
  clientSecret: string | null
}

export interface SignInRequest {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

export interface Returned extends SignInRequest {
  /** All that stands in the address. */
  query: Readonly<Record<string, string>>
}

export interface Person {
  /** Never changes, unlike the email. */
  subject: string
  /** In small letters. */
  email: string
  name: string
}

export interface Failed {
  kind: 'failed'
  reason: FailureReason
  /** A sentence for those who set the provider up; holds nothing secret. */
  message: string
}

export type FailureReason =
  /** The person said no. */
  | 'refused'
  /** The provider does not say that the email is theirs. */
  | 'email_not_verified'
  /** It does not answer, or not as it must. */
  | 'provider_failed'
