import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, expectToFit, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(400|409|422)/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})

const APP = 'app_demo_orders'
const at = { app_id: APP }
const api = () => atrium.app.as(token)
const part = (name: string) => `/w/${atrium.workspaceId}/apps/${APP}/${name}`

describe('the users of an app', () => {
  test('are invited, given a role and data, found and removed', async () => {
    const page = await atrium.open(part('users'))
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await page.getByRole('button', { name: 'Invite a user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.org')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await toast(page, 'grace@example.org invited')
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: /grace@example.org/ })
    await row.getByText('Invited').waitFor()

    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Change role and data' }).click()
    await dialog.getByRole('textbox', { name: 'Role' }).fill('picker')
    await dialog.getByRole('textbox', { name: 'Data' }).fill('{"team": ')
    await dialog.getByText('This is not a JSON object').waitFor()
    await dialog.getByRole('textbox', { name: 'Data' }).fill('{"team": "north"}')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await row.getByText('picker').waitFor()
    const { items } = await api().app_users.list(at)
    expect(items).toMatchObject([{ email: 'grace@example.org', role: 'picker', data: { team: 'north' } }])

    // What is taken out of the data is gone.
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Change role and data' }).click()
    await dialog.getByRole('textbox', { name: 'Data' }).fill('{"shift": "late"}')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const [changed] = (await api().app_users.list(at)).items
    expect(changed).toMatchObject({ role: 'picker', data: { shift: 'late' } })
    expect(changed?.data).not.toHaveProperty('team')

    // The rules of the app's entities can be tried as this user.
    await page.goto(part('entity-schemas/Order/rls'))
    await page.getByRole('button', { name: /As$/ }).click()
    await page.getByRole('option', { name: 'grace@example.org' }).click()
    await eventually(() => page.getByRole('textbox', { name: 'Role' }).inputValue()).toBe('picker')

    await page.goto(part('users'))
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody@')
    await page.getByText('No email contains').waitFor()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('grace')
    await row.waitFor()
    await screenshot(page, 'app-users')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove from the app' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'removed from the app')
    expect((await api().app_users.list(at)).items).toEqual([])
  })
})

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
  test('are listed by who can read them, and deleted', async () => {
    const { integrations } = api()
    await integrations.upload_file(at, { file: new File(['a plan'], 'plan.txt', { type: 'text/plain' }) })
    await integrations.upload_private_file(at, {
      file: new File(['secret'], 'contract.txt', { type: 'text/plain' }),
    })
    const page = await atrium.open(part('files'))
    const files = page.getByRole('table', { name: 'Files' }).getByRole('rowheader')
    await eventually(() => files.count()).toBe(2)
    await screenshot(page, 'files')
    await page.getByRole('search').getByRole('button').click()
    await page.getByRole('option', { name: /^Private/ }).click()
    await page.waitForURL(/visibility=private/)
    await eventually(() => files.allInnerTexts()).toEqual([expect.stringContaining('contract.txt')])
    await page.getByRole('button', { name: 'Delete contract.txt' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'contract.txt deleted')
    expect((await api().files.list(at)).items.map(({ name }) => name)).toEqual(['plan.txt'])
    // None is left of those that were chosen; the way back to the others is still there.
    await eventually(() => files.count()).toBe(0)
    await page.getByRole('search').getByRole('button').click()
    await page.getByRole('option', { name: 'All files' }).click()
    await eventually(() => files.allInnerTexts()).toEqual([expect.stringContaining('plan.txt')])
  })

  test('and its users fit a phone and the dark', async () => {
    await api().app_users.invite(at, { user_email: 'ada@example.org', role: 'user' })
    const shown = (page: Page) => page.getByRole('table').waitFor()
    await expectToFit(atrium, [
      { name: 'app-users', path: part('users'), shown },
      { name: 'app-files', path: part('files'), shown },
    ])
  })
})
