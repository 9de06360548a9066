/** What people do with their own account. The server is asked by an owner who has signed in a moment ago. */
import type { Page } from 'playwright-core'
import { type Act, click } from './act.ts'

/** A browser whose authenticator answers at once, with what no server takes. */
async function withAuthenticator(page: Page) {
  await page.evaluate(() => {
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const response = {
      clientDataJSON: bytes,
      attestationObject: bytes,
      authenticatorData: bytes,
      signature: bytes,
      getTransports: () => ['internal'],
    }
    const answer = {
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    }
    Object.defineProperty(navigator.credentials, 'get', { value: async () => answer, configurable: true })
    Object.defineProperty(navigator.credentials, 'create', { value: async () => answer, configurable: true })
  })
}

/** The server answers as if this had happened before, so that what follows can be refused. */
const given =
  (path: string, answer: object, status = 200) =>
  async (page: Page) => {
    await page.route(
      (url) => url.pathname === path,
      (route) =>
        route.fulfill({
          status,
          json: status < 400 ? answer : { message: 'x', detail: 'x', request_id: 'x', ...answer },
        }),
    )
  }
const reload = async (page: Page) => {
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
}

const ACCOUNT = {
  id: 'usr_x',
  email: 'ada@example.com',
  full_name: 'Ada Byron',
  has_password: true,
  has_totp: true,
  passkeys: 1,
  recovery_codes_left: 10,
}
const TIME = '2026-11-15T09:30:00.000Z'
const PASSKEYS = { items: [{ id: 'psk_x', name: 'Laptop', created_date: TIME, last_used_at: null }] }
const SESSION = {
  id: 'ses_x',
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  method: 'password',
  second_factor: null,
  created_date: TIME,
  last_seen: TIME,
  expires_at: TIME,
  is_this: false,
}
const REQUEST = {
  challenge: 'AQID',
  rpId: 'localhost',
  timeout: 1000,
  userVerification: 'preferred',
  allowCredentials: [],
}

/** An account with a second factor, a passkey and another session. */
const protectedAccount = async (page: Page) => {
  await given('/api/account', ACCOUNT)(page)
  await given('/api/account/passkeys', PASSKEYS)(page)
  await given('/api/account/sessions', { items: [SESSION] })(page)
  await reload(page)
}

const old = async (page: Page) => {
  await protectedAccount(page)
  await given('/api/account/recovery-codes', { code: 'recent_sign_in_required' }, 403)(page)
  await click('button', 'New codes')(page)
  await click('button', 'Get new codes')(page)
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
}

export function actsOfAccount(workspaceId: string): Act[] {
  const path = `/w/${workspaceId}/account`
  const bare = (name: string) => ({
    at: 'sign-in/PasskeySignIn.tsx',
    sends: name,
    path: '/sign-in',
    as: 'visitor' as const,
  })
  return [
    { ...bare('session.passkey_options'), press: 'Sign in with a passkey' },
    {
      ...bare('session.passkey'),
      open: async (page) => {
        await withAuthenticator(page)
        await given('/api/auth/passkey/start', REQUEST)(page)
      },
      press: 'Sign in with a passkey',
    },
    {
      at: 'sign-in/OpenIdSignIn.tsx',
      sends: 'session.sign_in_options',
      path: '/sign-in',
      as: 'visitor',
      typed: { Email: 'ada@example.com' },
      press: 'Continue with your company',
    },
    {
      at: 'sign-in/OpenIdSignIn.tsx',
      sends: 'session.openid_confirm',
      path: '/sign-in#ticket=x',
      as: 'visitor',
      press: 'Continue',
    },
    {
      at: 'account/ForgotPasswordPage.tsx',
      sends: 'account.request_password_reset',
      path: '/account/forgot-password',
      as: 'visitor',
      isAlone: true,
      typed: { Email: 'ada@example.com' },
      press: 'Mail me a link',
    },
    {
      at: 'account/ResetPasswordPage.tsx',
      sends: 'account.reset_password',
      path: '/account/reset-password#token=rst_x',
      as: 'visitor',
      isAlone: true,
      typed: { 'New password': 'a long password' },
      press: 'Set password',
    },
    {
      at: 'docs/TokenChoice.tsx',
      sends: 'tokens.create',
      path: '/docs/api/apps',
      isAlone: true,
      press: 'Put a token into the examples',
    },
    {
      at: 'account/ProfilePart.tsx',
      sends: 'account.update',
      path,
      typed: { 'Your name': 'Ada King' },
      press: 'Save name',
    },
    {
      at: 'account/PasswordPart.tsx',
      sends: 'account.change_password',
      path,
      open: click('button', 'Change password'),
      typed: { 'Current password': 'an old password', 'New password': 'a long password' },
      press: 'Change password',
    },
    { at: 'account/SecondFactorPart.tsx', sends: 'account.start_totp', path, press: 'Set up app' },
    {
      at: 'account/SetUpTotp.tsx',
      sends: 'account.confirm_totp',
      path,
      open: click('button', 'Set up app'),
      typed: { Code: '123456' },
      press: 'Turn on',
    },
    {
      at: 'account/SecondFactorPart.tsx',
      sends: 'account.remove_totp',
      path,
      open: async (page) => {
        await protectedAccount(page)
        await click('button', 'Remove app')(page)
      },
      press: 'Remove it',
    },
    {
      at: 'account/SecondFactorPart.tsx',
      sends: 'account.generate_recovery_codes',
      path,
      open: async (page) => {
        await protectedAccount(page)
        await click('button', 'New codes')(page)
      },
      press: 'Get new codes',
    },
    {
      at: 'account/PasskeysPart.tsx',
      sends: 'account.start_passkey',
      path,
      open: click('button', 'Add passkey'),
      typed: { Name: 'Laptop' },
      press: 'Go on',
    },
    {
      at: 'account/PasskeysPart.tsx',
      sends: 'account.add_passkey',
      path,
      open: async (page) => {
        await withAuthenticator(page)
        await click('button', 'Add passkey')(page)
      },
      typed: { Name: 'Laptop' },
      press: 'Go on',
    },
    {
      at: 'account/PasskeysPart.tsx',
      sends: 'account.update_passkey',
      path,
      open: async (page) => {
        await protectedAccount(page)
        await click('button', 'Rename Laptop')(page)
      },
      typed: { Name: 'Key' },
      press: 'Rename',
    },
    {
      at: 'account/PasskeysPart.tsx',
      sends: 'account.remove_passkey',
      path,
      open: async (page) => {
        await protectedAccount(page)
        await click('button', 'Remove Laptop')(page)
      },
      press: 'Remove passkey',
    },
    {
      at: 'account/SessionsPart.tsx',
      sends: 'account.end_session',
      path,
      open: protectedAccount,
      press: 'Sign out Firefox on Windows',
    },
    {
      at: 'account/SessionsPart.tsx',
      sends: 'account.end_sessions',
      path,
      open: click('button', 'Sign out everywhere else'),
      press: 'Sign out',
    },
    {
      at: 'account/ConfirmIdentity.tsx',
      sends: 'session.confirm',
      path,
      open: old,
      typed: { Password: 'a long password' },
      press: 'Confirm',
    },
    {
      at: 'account/ConfirmIdentity.tsx',
      sends: 'session.passkey_options',
      path,
      open: old,
      press: 'Use your passkey',
    },
  ]
}
