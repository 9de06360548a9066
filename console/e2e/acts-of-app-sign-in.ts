/** What the users of an app send from the sign-in pages that Atrium serves. */
import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { type Act, click } from './act.ts'
import type { Console } from './console.ts'

export interface SignInScene {
  workspaceId: string
  /** A public app, with what was mailed to its users. */
  signIn: { appId: string; magicToken: string; resetToken: string }
}

export function actsOfAppSignIn({ workspaceId, signIn }: SignInScene): Act[] {
  const at = (page = '') => `/apps-sign-in/${signIn.appId}${page && `/${page}`}`
  const visitor = { as: 'visitor', isAlone: true } as const
  const Email = 'grace@example.org'
  return [
    {
      at: 'app-users/SignInSettings.tsx',
      sends: 'sign_in_settings.update',
      path: `/w/${workspaceId}/apps/${signIn.appId}/users`,
      open: click('button', 'Sign-in settings'),
      typed: { 'Allowed origins': 'https://a.example.com' },
      press: 'Save changes',
    },
    {
      ...visitor,
      at: 'app-sign-in/SignInPage.tsx',
      sends: 'app_auth.login',
      path: at(),
      typed: { Email, Password: 'a long password' },
      press: 'Sign in',
    },
    {
      ...visitor,
      at: 'app-sign-in/SignUpPage.tsx',
      sends: 'app_auth.register',
      path: at('sign-up'),
      typed: { Email, Password: 'a long password', 'Your name': 'Grace' },
      press: 'Sign up',
    },
    {
      ...visitor,
      at: 'app-sign-in/EmailPages.tsx',
      sends: 'app_auth.request_magic_link',
      path: at('email-link'),
      typed: { Email },
      press: 'Email me a link',
    },
    {
      ...visitor,
      at: 'app-sign-in/EmailPages.tsx',
      sends: 'app_auth.reset_password_request',
      path: at('forgot-password'),
      typed: { Email },
      press: 'Email me a link',
    },
    {
      ...visitor,
      at: 'app-sign-in/MagicLinkPage.tsx',
      sends: 'app_auth.verify_magic_link',
      path: at(`magic-link#token=${signIn.magicToken}`),
      press: 'Sign in',
    },
    {
      ...visitor,
      at: 'app-sign-in/ResetPasswordPage.tsx',
      sends: 'app_auth.reset_password',
      path: at(`reset-password#token=${signIn.resetToken}`),
      typed: { 'New password': 'a long password' },
      press: 'Change password',
    },
    ...(['verify_otp', 'resend_otp'] as const).map((name) => ({
      ...visitor,
      at: 'app-sign-in/CodeStep.tsx',
      sends: `app_auth.${name}`,
      path: at(`sign-up?${name}`),
      open: async (page: Page) => {
        await page.getByLabel('Email').fill(`${name}@example.org`)
        await page.getByLabel('Password').fill('a long password')
        await click('button', 'Sign up')(page)
        await page.getByLabel('Code').waitFor()
      },
      ...(name === 'verify_otp' && { typed: { Code: '000000' } }),
      press: name === 'verify_otp' ? 'Go on' : 'Send a new code',
    })),
  ]
}

export async function makeSignIn(
  { app }: Console,
  api: ReturnType<Console['app']['as']>,
): Promise<SignInScene['signIn']> {
  const { id: app_id } = await api.apps.create({ name: 'Club', public_settings: 'public_with_login' })
  const { email } = await app.make.appUser({ id: app_id })
  const { request_magic_link, reset_password_request } = app.anonymous.app_auth
  await request_magic_link({ app_id }, { email })
  await reset_password_request({ app_id }, { email })
  const token = (prefix: string) =>
    vi.waitUntil(
      async () => {
        const { items } = await api.mail.list({ limit: 100 })
        const texts = items.filter(({ to }) => to === email).map(({ text }) => text)
        return new RegExp(`#token=(${prefix}_\\S+)`).exec(texts.join('\n'))?.[1]
      },
      { timeout: 45_000 },
    )
  return { appId: app_id, magicToken: await token('mgl'), resetToken: await token('rst') }
}
