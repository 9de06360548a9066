import type { TestApp } from '../../../../test/app.ts'
import { createSandboxService } from '../../../ports/connector-auth/sandbox.ts'
import { testSecrets } from '../../../ports/connector-auth/test/stand-in-connector.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'

/** A request for consent as another node of the same installation makes it. */
export function consentRequest(
  { clock, databaseUrl, baseUrl: own }: Pick<TestApp, 'clock' | 'databaseUrl' | 'baseUrl'>,
  baseUrl = own,
): string {
  const node = createSandboxService({ clock, secrets: testSecrets(databaseUrl), baseUrl: () => baseUrl })
  if (sandboxOauth.auth.mode !== 'oauth2') throw new Error('The sandbox connector speaks OAuth 2.')
  const url = node.auth.authorizationUrl({
    auth: sandboxOauth.auth,
    values: {},
    client: { id: 'atrium', secret: null },
    redirectUri: `${baseUrl}/api/external-auth/callback`,
    state: 'the state',
    codeChallenge: 'challenge',
    scopes: ['items.read'],
  })
  return new URL(url).searchParams.get('request') ?? ''
}
