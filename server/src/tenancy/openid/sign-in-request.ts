import type { Secrets } from '../../platform/secrets.ts'
import type { SignInRequest } from '../../ports/openid/port.ts'

/**
 * What goes with a state. Nonce and verifier follow from it by our key, so that neither is stored: a reader of the
 * database, or of the address that a browser comes back with, cannot make them.
 */
export function requestOf(secrets: Secrets, state: string, redirectUri: string): SignInRequest {
  const mark = (name: string) => secrets.sign(`sign-in ${name}`, state)
  return {
    redirectUri,
    state,
    nonce: mark('nonce'),
    codeVerifier: `${mark('verifier')}${mark('rest of the verifier')}`,
  }
}
