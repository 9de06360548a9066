import { test } from 'vitest'
import { accountMails, resetToken } from '../../server/src/tenancy/account/test/account-mail.ts'
import {
  atHome,
  eventually,
  expectNoSidewaysScroll,
  heading,
  PHONE,
  screenshot,
  sharedConsole,
  signIn,
} from './console.ts'
import { SECRET_KEY } from './demo-company.ts'

const atrium = sharedConsole()

test('a forgotten password is replaced with the mailed link', async () => {
  const { email } = await atrium.app.make.person('editor')
  const page = await atrium.visit('/sign-in', PHONE)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await heading(page, 'Forgot your password?')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText('the link is on its way').waitFor()
  await screenshot(page, 'phone-forgot-password')
  await expectNoSidewaysScroll(page)
  await eventually(async () => (await accountMails(atrium.app, email, SECRET_KEY)).length).toBe(1)
  const token = await resetToken(atrium.app, email, SECRET_KEY)
  await page.goto(`/account/reset-password#token=${token}`)
  await heading(page, 'Set a new password')
  await screenshot(page, 'phone-reset-password')
  await expectNoSidewaysScroll(page)
  const password = 'better horse battery staple'
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await heading(page, 'Sign in')
  await signIn(page, { email, password })
  await atHome(page)
})
