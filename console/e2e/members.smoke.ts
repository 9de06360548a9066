import { randomUUID } from 'node:crypto'
import type { Client } from '@atrium/sdk'
import { expect, test } from 'vitest'
import type { Person } from '../../server/test/make.ts'
import { atHome, copied, eventually, heading, openAs, screenshot, sharedConsole, toast } from './console.ts'

const PASSWORD = 'correct horse battery staple'
// A newcomer is not signed in.
const atrium = sharedConsole(/status of 401 .*\/api\/auth/)
const members = ({ workspace_id }: Person) => `/w/${workspace_id}/members`
const someone = () => `${randomUUID().slice(0, 8)}@example.com`

/** The link of the newest mail, as its receiver would open it. */
async function newestLink(api: Client): Promise<string> {
  const { items } = await api.mail.list()
  return /\/invitations\/accept#token=\S+/.exec(items[0]?.text ?? '')?.[0] ?? ''
}

test('a member is given another role', async () => {
  const { make } = atrium.app
  const owner = await make.person('owner', { id: atrium.workspaceId })
  const ada = await make.user({ full_name: 'Ada Byron' })
  await make.membership(owner.workspace_id, ada, 'viewer')
  const page = await atrium.open(`${members(owner)}?search=Ada+Byron`)
  await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role of Ada Byron' })
  expect(await dialog.getByRole('radio', { name: /Viewer/ }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: /Editor/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await toast(page, 'Ada Byron is now editor')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ada Byron' }) })
  await row.getByRole('cell', { name: 'Editor' }).waitFor()
  const { members: found } = await atrium.app.as(owner).members.list({ search: ada.email })
  expect(found[0]?.role).toBe('editor')
})

test('a person is invited: the link can be copied, and the list shows the invitation', async () => {
  const owner = await atrium.app.make.person('owner')
  const api = atrium.app.as(owner)
  const page = await openAs(atrium, owner, members(owner), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const email = someone()
  await page.getByRole('button', { name: 'Invite people' }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Emails').fill(email)
  await page.getByRole('radio', { name: /Viewer/ }).check({ force: true })
  await button.click()
  await page.getByRole('dialog', { name: '1 person invited' }).waitFor()
  await page.getByRole('button', { name: `Copy link for ${email}` }).click()
  await copied(page).toContain(await newestLink(api))
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('cell', { name: 'Invited', exact: true }).waitFor()
  await row.getByRole('cell', { name: 'Viewer', exact: true }).waitFor()
})

test('an invited newcomer sets name and password and joins', async () => {
  const owner = await atrium.app.make.person('owner')
  const api = atrium.app.as(owner)
  const email = someone()
  await api.invitations.create({ email, role: 'viewer' })
  const page = await atrium.visit(await newestLink(api))
  await heading(page, 'Join Test')
  await page.getByText(`An invitation for ${email} with the role viewer`).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Your name').fill('Grace Murray')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await eventually(() => page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Password').fill(PASSWORD)
  await screenshot(page, 'accept-newcomer')
  // By Enter: the field's message goes away when it is left, and the button moves with it.
  await page.getByLabel('Password').press('Enter')
  // First the toast, which goes away by itself.
  await toast(page, 'You joined Test')
  await atHome(page)
  expect(page.url()).toContain(owner.workspace_id)
  const { members: found } = await api.members.list({ search: email })
  expect(found[0]).toMatchObject({ status: 'joined', role: 'viewer', full_name: 'Grace Murray' })
  const { user } = await atrium.app.anonymous.session.create({ email, password: PASSWORD })
  expect(user.full_name).toBe('Grace Murray')

  await page.goBack()
  expect(page.url()).not.toContain('token')
})
