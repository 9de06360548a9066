import { useStarted } from '../../../test/use-started.ts'
import { sandboxOauth } from '../../modules/connectors/catalogue/sandbox-oauth.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { describeConnectorAuth } from './conformance.ts'
import { oauthConnectorAuth } from './oauth.ts'
import { createSandboxService } from './sandbox.ts'
import { startOAuthProvider } from './test/oauth-provider.ts'
import { authFor } from './test/stand-in-connector.ts'

const BASE = 'http://127.0.0.1:8787'
const redirectUri = `${BASE}/api/external-auth/callback`

const provider = useStarted(() => startOAuthProvider())
const outboundHttp = useStarted(async () => outboundCalls())

describeConnectorAuth('oauth', () => ({
  port: oauthConnectorAuth({ outboundHttp }),
  auth: authFor(provider),
  client: provider.client,
  redirectUri,
  async decide(url, decision) {
    provider.quirks.decision = decision
    return provider.visit(url)
  },
}))

const sandbox = createSandboxService({
  clock: systemClock,
  secrets: createSecrets('a key for tests only'),
  baseUrl: () => BASE,
})

describeConnectorAuth('sandbox', () => {
  if (sandboxOauth.auth.mode !== 'oauth2') throw new Error('The sandbox connector speaks OAuth 2.')
  return {
    port: sandbox.auth,
    auth: sandboxOauth.auth,
    client: { id: 'atrium', secret: null },
    redirectUri,
    async decide(url, decision) {
      const next = sandbox.decide(new URL(url).searchParams.get('request') ?? '', decision)
      if (next === null) throw new Error('The sandbox does not know its own request.')
      return next
    },
  }
})
