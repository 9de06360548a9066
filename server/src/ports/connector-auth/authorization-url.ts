import { fillTemplate } from '../../platform/text/fill-template.ts'
import { fillAddress } from './fill-address.ts'
import type { AuthorizationRequest } from './port.ts'

/** Returns where a person approves. What protects the way back is set last, so that no definition replaces it. */
export function authorizationUrl(request: AuthorizationRequest): string {
  const { auth, values, client, scopes, codeChallenge } = request
  const url = fillAddress(auth.authorization_url, values)
  const params = url.searchParams
  params.set('response_type', 'code')
  for (const [name, template] of Object.entries(auth.authorization_params ?? {})) {
    params.set(name, fillTemplate(template, values))
  }
  if (scopes.length > 0) params.set(auth.scope_param ?? 'scope', scopes.join(auth.scope_separator ?? ' '))
  params.set(auth.client_id_param ?? 'client_id', client.id)
  params.set('redirect_uri', request.redirectUri)
  params.set('state', request.state)
  if (codeChallenge !== null) {
    params.set('code_challenge', codeChallenge)
    params.set('code_challenge_method', 'S256')
  }
  // Some services read a plus as a plus, and none misreads %20.
  url.search = params.toString().replaceAll('+', '%20')
  return url.href
}
