import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, expectToFit, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(400|409|422)/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})

const APP = 'app_demo_orders'
const at = { app_id: APP }
const api = () => atrium.app.as(token)
const part = (name: string) => `/w/${atrium.workspaceId}/apps/${APP}/${name}`

test('where the users of an app sign in is set next to them', async () => {
  const page = await atrium.open(part('users'))
  const openSettings = () => page.getByRole('button', { name: 'Sign-in settings' }).click()
  await openSettings()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: `/apps-sign-in/${APP}` }).waitFor()
  const origins = dialog.getByLabel('Allowed origins')
  await origins.fill('https://a.example.com\nhttp://localhost:5173')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'The list names an address of localhost' }).waitFor()
  await dialog.getByText('Allow localhost', { exact: true }).click()
  await screenshot(page, 'sign-in-settings')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Sign-in settings saved')
  await expectAccessible(page)
  expect(await api().sign_in_settings.read(at)).toMatchObject({
    allowed_origins: ['https://a.example.com', 'http://localhost:5173'],
    allow_localhost: true,
  })
  await openSettings()
  expect(await origins.inputValue()).toBe('https://a.example.com\nhttp://localhost:5173')
})

describe('the files of an app', () => {
  test('and its users fit a phone and the dark', async () => {
    await api().app_users.invite(at, { user_email: 'ada@example.org', role: 'user' })
    const file = new File(['a plan'], 'plan.txt', { type: 'text/plain' })
    await api().integrations.upload_file(at, { file })
    const shown = (page: Page) => page.getByRole('table').waitFor()
    await expectToFit(atrium, [
      { name: 'app-users', path: part('users'), shown },
      { name: 'app-files', path: part('files'), shown },
    ])
  })
})
