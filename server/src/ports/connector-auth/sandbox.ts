import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AuthorizationRequest, Grant, SandboxService, TokenOutcome, TokenRequest } from './port.ts'
import { sandboxApi } from './sandbox-api.ts'
import { sandboxHttp } from './sandbox-http.ts'
import { grantTokens, type Refresh, sandboxTokens } from './sandbox-tokens.ts'

/** All that it knows: others are not granted. */
const SCOPES: readonly string[] = ['items.read', 'items.write']

/** Makes the service; all nodes of an installation know each other's tokens by the key that they share. */
export function createSandboxService(options: {
  clock: Clock
  secrets: Secrets
  /** Where the consent page of the console lies. */
  baseUrl(): string
}): SandboxService {
  const tokens = sandboxTokens(options)
  /** People are only ever sent on to where services send them back to. */
  const isCallback = (address: string) => address === `${options.baseUrl()}/api/external-auth/callback`

  function authorizationUrl(request: AuthorizationRequest): string {
    const { redirectUri, codeChallenge } = request
    if (!isCallback(redirectUri)) throw new Error('The sandbox sends people to our own callback only.')
    if (codeChallenge === null) throw new Error('The sandbox wants PKCE.')
    const signed = tokens.sign({
      client_id: request.client.id,
      redirect_uri: redirectUri,
      state: request.state,
      code_challenge: codeChallenge,
      scopes: request.scopes.filter((scope) => SCOPES.includes(scope)),
      account: request.values.account || 'demo',
    })
    return `${options.baseUrl()}/sandbox-consent?request=${encodeURIComponent(signed)}`
  }

  function decide(signed: string, decision: 'approve' | 'refuse'): string | null {
    const consent = tokens.verify(signed)
    // The address of this server may have changed since.
    if (!consent || !isCallback(consent.redirect_uri)) return null
    const { state, ...code } = consent
    const url = new URL(consent.redirect_uri)
    if (decision === 'approve') url.searchParams.set('code', tokens.seal('code', code))
    else url.searchParams.set('error', 'access_denied')
    url.searchParams.set('state', state)
    return url.href
  }

  function redeem(grant: Extract<Grant, { kind: 'code' }>, clientId: string): TokenOutcome {
    const code = tokens.open('code', grant.code)
    const challenge = createHash('sha256')
      .update(grant.codeVerifier ?? '')
      .digest('base64url')
    const isTheirs =
      code?.client_id === clientId &&
      code.redirect_uri === grant.redirectUri &&
      code.code_challenge === challenge
    if (!isTheirs) return refused('The code is unknown, expired, or was given to somebody else.')
    return granted({ account: code.account, scopes: code.scopes, count: 0 })
  }

  function granted(refresh: Refresh): TokenOutcome {
    return { kind: 'granted', tokens: grantTokens(tokens, refresh) }
  }

  async function requestToken({ grant, client }: TokenRequest): Promise<TokenOutcome> {
    if (grant.kind === 'code') return redeem(grant, client.id)
    const known = grant.kind === 'refresh' ? tokens.open('refresh', grant.refreshToken) : null
    if (!known) return refused('The refresh token is unknown or expired.')
    return granted({ ...known, count: known.count + 1 })
  }

  return {
    auth: {
      authorizationUrl,
      requestToken,
      /** Nothing is stored, so nothing is forgotten either: a token that it knows ends by its time. */
      revoke: async ({ token }) => (tokens.open('refresh', token) ?? tokens.open('access', token)) !== null,
    },
    http: sandboxHttp(sandboxApi(tokens)),
    decide,
  }
}

function refused(message: string): TokenOutcome {
  return { kind: 'refused', error: 'invalid_grant', message, isFinal: true }
}
