import { expect, test } from 'vitest'
import { eventually, goTo, ownerClient, screenshot, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole(/Failed to load resource.*(400|409|422)/)

const APP = 'app_demo_orders'
const at = { app_id: APP }
const part = (name: string) => `/w/${atrium.workspaceId}/apps/${APP}/${name}`

test('users of an app are invited, given a role and data, found and removed', async () => {
  const api = await ownerClient(atrium)
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
  const { items } = await api.app_users.list(at)
  expect(items).toMatchObject([{ email: 'grace@example.org', role: 'picker', data: { team: 'north' } }])

  // What is taken out of the data is gone.
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change role and data' }).click()
  await dialog.getByRole('textbox', { name: 'Data' }).fill('{"shift": "late"}')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const [changed] = (await api.app_users.list(at)).items
  expect(changed).toMatchObject({ role: 'picker', data: { shift: 'late' } })
  expect(changed?.data).not.toHaveProperty('team')

  // The rules of the app's entities can be tried as this user.
  await goTo(page, part('entity-schemas/Order/rls'))
  await page.getByRole('button', { name: /As$/ }).click()
  await page.getByRole('option', { name: 'grace@example.org' }).click()
  await eventually(() => page.getByRole('textbox', { name: 'Role' }).inputValue()).toBe('picker')

  await goTo(page, part('users'))
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody@')
  await page.getByText('No email contains').waitFor()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('grace')
  await row.waitFor()
  await screenshot(page, 'app-users')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from the app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'removed from the app')
  expect((await api.app_users.list(at)).items).toEqual([])
})

test('files of an app are listed by who can read them, and deleted', async () => {
  const api = await ownerClient(atrium)
  const { integrations } = api
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
  expect((await api.files.list(at)).items.map(({ name }) => name)).toEqual(['plan.txt'])
  // None is left of those that were chosen; the way back to the others is still there.
  await eventually(() => files.count()).toBe(0)
  await page.getByRole('search').getByRole('button').click()
  await page.getByRole('option', { name: 'All files' }).click()
  await eventually(() => files.allInnerTexts()).toEqual([expect.stringContaining('plan.txt')])
})
