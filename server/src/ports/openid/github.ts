/** GitHub speaks OAuth 2 without an id token: its API says who somebody is, and which email is verified. */
import * as oauth from 'oauth4webapi'
import type { OutboundHttp } from '../outbound-http/port.ts'
import { Unproved } from './failures.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Person, Provider, Returned, SignInRequest } from './port.ts'
import { readPerson } from './read-person.ts'

export const GITHUB = 'https://github.com'

export function gitHub(outboundHttp: Pick<OutboundHttp, 'send' | 'checkTarget'>) {
  const fetch = guardedFetch(outboundHttp)
  const ways = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true as const }

  async function ask(path: string, { issuer }: Provider, token: string): Promise<unknown> {
    const address = new URL(`${apiOf(issuer)}${path}`)
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'atrium' })
    const response = await oauth.protectedResourceRequest(token, 'GET', address, headers, null, ways)
    if (response.status !== 200) {
      throw new Unproved('provider_failed', `GitHub answered ${response.status} to who the person is.`)
    }
    try {
      return await response.json()
    } catch {
      throw new Unproved('provider_failed', 'GitHub answered with no JSON.')
    }
  }

  return {
    async check({ issuer }: Provider): Promise<void> {
      const checked = outboundHttp.checkTarget(issuer)
      if (!checked.ok) throw new Unproved('provider_failed', checked.message)
    },

    async authorizationUrl({ issuer, clientId }: Provider, request: SignInRequest): Promise<string> {
      const url = new URL(`${issuer}/login/oauth/authorize`)
      const params = {
        response_type: 'code',
        scope: 'read:user user:email',
        client_id: clientId,
        redirect_uri: request.redirectUri,
        state: request.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return url.href
    },

    async identify(provider: Provider, returned: Returned): Promise<Person> {
      const { issuer, clientId, clientSecret } = provider
      const server = { issuer, token_endpoint: `${issuer}/login/oauth/access_token` }
      const client = { client_id: clientId }
      const params = oauth.validateAuthResponse(
        server,
        client,
        new URLSearchParams(returned.query),
        returned.state,
      )
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        clientSecret === null ? oauth.None() : oauth.ClientSecretPost(clientSecret),
        params,
        returned.redirectUri,
        returned.codeVerifier,
        ways,
      )
      const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response)
      const user = (await ask('/user', provider, access_token)) as Record<string, unknown> | null
      const emails = await ask('/user/emails', provider, access_token)
      const primary = Array.isArray(emails) ? emails.find((one) => one?.primary === true) : undefined
      // The number stays when somebody takes another name; the name may be taken by others.
      const sub = typeof user?.id === 'number' ? String(user.id) : undefined
      return readPerson({
        sub,
        email: primary?.email,
        email_verified: primary?.verified,
        name: user?.name ?? user?.login,
      })
    },
  }
}

function apiOf(issuer: string): string {
  return issuer === GITHUB ? 'https://api.github.com' : `${issuer}/api/v3`
}
