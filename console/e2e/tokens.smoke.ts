import { expect, test } from 'vitest'
import { copied, eventually, screenshot, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole()

test('an access token is shown once, works, and stops when revoked', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/tokens`)
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Night shift')
  await page.getByRole('radio', { name: /Full access/ }).check({ force: true })
  await page.getByRole('button', { name: 'Create token' }).click()
  const value = await page.getByLabel('Token', { exact: true }).inputValue()
  expect(value).toMatch(/^pat_/)
  await screenshot(page, 'token-value')
  await page.getByRole('button', { name: 'Copy' }).click()
  await copied(page).toBe(value)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Night shift' })
  await row.getByText('Full access').waitFor()
  expect(await page.content()).not.toContain(value)
  await page.reload()
  await row.waitFor()
  expect(await page.content()).not.toContain(value)

  const program = atrium.app.as(value)
  expect((await program.session.read()).email).toBe(atrium.email)
  await row.getByRole('button', { name: 'Revoke Night shift' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await toast(page, 'Night shift revoked')
  await row.waitFor({ state: 'detached' })
  // The server forgets it once it is notified, a moment after the page is.
  const answer = () =>
    program.session.read().then(
      () => 200,
      ({ status }) => status,
    )
  await eventually(answer).toBe(401)
})
