/** Providers that speak OpenID Connect: authorization code with PKCE, state, nonce and a signed id token. */
import * as oauth from 'oauth4webapi'
import type { OutboundHttp } from '../outbound-http/port.ts'
import { createDiscovery } from './discover.ts'
import { Unproved } from './failures.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Person, Provider, Returned, SignInRequest } from './port.ts'
import { readPerson } from './read-person.ts'

/** Seconds that their clock may differ from ours. */
const CLOCK_TOLERANCE = 30

export function openIdConnect(outboundHttp: Pick<OutboundHttp, 'send' | 'checkTarget'>) {
  const fetch = guardedFetch(outboundHttp)
  const discovery = createDiscovery(fetch)
  // The guard decides where plain http may go.
  const ways = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true as const }

  async function findServer({ issuer }: Provider): Promise<oauth.AuthorizationServer> {
    const server = await discovery.find(issuer)
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const address = server[endpoint]
      const checked = address === undefined ? null : outboundHttp.checkTarget(address)
      if (!checked?.ok) {
        throw new Unproved('provider_failed', `What the provider says of itself has no usable ${endpoint}.`)
      }
    }
    return server
  }

  /** Keys change; a token signed with one that is newer than what we remember is looked at once more. */
  async function requireSigned(server: oauth.AuthorizationServer, response: Response, provider: Provider) {
    try {
      await oauth.validateApplicationLevelSignature(server, response, ways)
    } catch (error) {
      if (!isMissingKey(error)) throw error
      discovery.invalidate(provider.issuer)
      await oauth.validateApplicationLevelSignature(await findServer(provider), response, ways)
    }
  }

  return {
    async check(provider: Provider): Promise<void> {
      discovery.invalidate(provider.issuer)
      await findServer(provider)
    },

    async authorizationUrl(provider: Provider, request: SignInRequest): Promise<string> {
      const server = await findServer(provider)
      const url = new URL(server.authorization_endpoint ?? '')
      const params = {
        response_type: 'code',
        scope: 'openid email profile',
        client_id: provider.clientId,
        redirect_uri: request.redirectUri,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return url.href
    },

    async identify(provider: Provider, returned: Returned): Promise<Person> {
      const server = await findServer(provider)
      const client = { client_id: provider.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE }
      const params = oauth.validateAuthResponse(
        server,
        client,
        new URLSearchParams(returned.query),
        returned.state,
      )
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        clientProof(server, provider),
        params,
        returned.redirectUri,
        returned.codeVerifier,
        ways,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: returned.nonce,
        requireIdToken: true,
      })
      await requireSigned(server, response, provider)
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      if (!claims) throw new Unproved('provider_failed', 'The provider sent no id token.')
      if (claims.email !== undefined || server.userinfo_endpoint === undefined) return readPerson(claims)
      const answer = await oauth.userInfoRequest(server, client, tokens.access_token, ways)
      return readPerson(await oauth.processUserInfoResponse(server, client, claims.sub, answer))
    },
  }
}

/** As the provider takes it; in the header unless it only knows the body. */
function clientProof(server: oauth.AuthorizationServer, { clientSecret }: Provider): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None()
  const known = server.token_endpoint_auth_methods_supported
  const isBodyOnly = known?.includes('client_secret_post') && !known.includes('client_secret_basic')
  return isBodyOnly ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
}

function isMissingKey(error: unknown): boolean {
  return error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION
}
