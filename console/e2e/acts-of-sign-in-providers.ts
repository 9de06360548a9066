/** What is done about the providers by which people sign in, of a workspace and of an app. */
import type { Page } from 'playwright-core'
import { type Act, click } from './act.ts'

const OPENID = {
  redirect_uri: 'https://atrium.example.com/api/auth/openid/ws_x/callback',
  provider: {
    name: 'Engines',
    issuer: 'https://id.example.com',
    client_id: 'atrium',
    joins_by_sign_in: true,
    join_role: 'viewer',
    refuses_passwords: false,
    has_secret: true,
  },
  domains: [
    {
      domain: 'example.com',
      record_name: '_atrium-sign-in.example.com',
      record_value: 'atrium-sign-in=x',
      verified_date: null,
    },
  ],
}
const GOOGLE = {
  id: 'google',
  kind: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  client_id: '42',
  has_secret: true,
  is_enabled: true,
  redirect_uri: 'https://atrium.example.com/api/apps/app_x/auth/google/callback',
}

/** As if one were set: setting one takes a provider that answers. */
const given = (path: string, json: object, then?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()),
  )
  await page.reload()
  await then?.(page)
}

export function actsOfSignInProviders(workspaceId: string): Act[] {
  const workspace = { path: `/w/${workspaceId}/settings/sign-in` }
  const withProvider = (then?: (page: Page) => Promise<void>) => given('/api/workspace/openid', OPENID, then)
  const app = { path: `/w/${workspaceId}/apps/app_demo_orders/users/sign-in-providers` }
  return [
    {
      ...workspace,
      at: 'sign-in-providers/SetWorkspaceProvider.tsx',
      sends: 'workspace_openid.set',
      open: click('button', 'Set up provider'),
      typed: {
        Name: 'Engines',
        Issuer: 'https://id.example.com',
        'Client id': 'atrium',
        'Client secret': 'a secret',
        Domains: 'example.com',
      },
      press: 'Save provider',
    },
    {
      ...workspace,
      at: 'sign-in-providers/SignInDomains.tsx',
      sends: 'workspace_openid.verify_domain',
      open: withProvider(),
      press: 'Verify example.com',
    },
    {
      ...workspace,
      at: 'sign-in-providers/WorkspaceSignInPage.tsx',
      sends: 'workspace_openid.remove',
      open: withProvider(click('button', 'Remove provider')),
      press: 'Remove it',
    },
    {
      ...app,
      at: 'sign-in-providers/SetAppProvider.tsx',
      sends: 'app_providers.set',
      open: click('button', 'Add provider'),
      typed: { 'Client id': '42', 'Client secret': 'a secret' },
      press: 'Save provider',
    },
    {
      ...app,
      at: 'sign-in-providers/AppProvidersPage.tsx',
      sends: 'app_providers.remove',
      open: given(
        '/api/apps/app_demo_orders/sign-in-providers',
        { items: [GOOGLE] },
        click('button', 'Remove Google'),
      ),
      press: 'Remove provider',
    },
  ]
}
