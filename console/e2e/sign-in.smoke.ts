import { expect, test } from 'vitest'
import { atHome, heading, screenshot, sharedConsole, signIn } from './console.ts'

const atrium = sharedConsole(/status of 401 .* \/api\//)

test('a wrong password is refused and keeps the email', async () => {
  const page = await atrium.visit()
  await signIn(page, { email: atrium.email, password: 'not the password' })
  await page.getByRole('alert').getByText('Email or password is wrong.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(atrium.email)
  await screenshot(page, 'sign-in-refused')
})

test('signing out ends the session', async () => {
  const page = await atrium.visit('/sign-in')
  await signIn(page, atrium)
  await atHome(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
  await page.goto(`/w/${atrium.workspaceId}/tokens`)
  await heading(page, 'Sign in')
})
