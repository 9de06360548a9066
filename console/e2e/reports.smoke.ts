import { expect, test } from 'vitest'
import { eventually, expectNoComplaints, heading, openAs, screenshot, sharedConsole } from './console.ts'

const atrium = sharedConsole()

test('the audit log shows what was done in the console, with its details', async () => {
  const page = await atrium.open()
  await page.getByRole('button', { name: 'New app' }).click()
  await page.getByLabel('Name').fill('Witnessed')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Witnessed')
  await page.getByRole('link', { name: /^Back to / }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const entry = page.getByRole('row').filter({ hasText: 'apps.create' }).filter({ hasText: 'Witnessed' })
  await entry.getByRole('cell', { name: atrium.email }).waitFor()
  await entry.getByRole('button', { name: /Show details/ }).click()
  await page.getByText('Credential').waitFor()
  await screenshot(page, 'audit-log')
})

test('an owner sees the credits of all members and every use, filtered in the address', async () => {
  const { make } = atrium.app
  const workspace = await make.workspace({ monthly_limit: 1_000, default_member_credit_limit: 5 })
  const owner = await make.person('owner', workspace)
  const editor = await make.person('editor', workspace)
  const { id: agent_id } = await make.app(owner, { name: 'Helper of all', kind: 'agent' })
  // One message and its reply cost a credit.
  for (const person of [owner, owner, owner, editor]) {
    const api = atrium.app.as(person)
    const { id: conversation_id } = await api.conversations.open({ agent_id }, {})
    await api.messages.send({ agent_id, conversation_id }, { content: 'hello' })
  }
  const page = await openAs(atrium, owner, `/w/${workspace.id}/members/credits`)
  const meters = page.getByRole('meter')
  await eventually(() => meters.count()).toBe(2)
  expect(await meters.nth(0).getAttribute('aria-valuetext')).toBe('3 of 5')
  expect(await meters.nth(1).getAttribute('aria-valuetext')).toBe('4 of 1,000')
  const uses = page.getByRole('table', { name: 'Uses of credits' }).getByRole('rowheader')
  await eventually(() => uses.count()).toBe(4)
  await screenshot(page, 'credits')

  await page.getByRole('combobox', { name: 'Member' }).fill(editor.email)
  await page.getByRole('option', { name: /Test Person/ }).click()
  await page.waitForURL((url) => url.searchParams.get('user') === editor.id)
  await eventually(() => uses.count()).toBe(1)
  await page.getByRole('button', { name: `Remove filter: Member: ${editor.email}` }).click()
  await eventually(() => uses.count()).toBe(4)

  await page.getByRole('button', { name: /Used for/ }).click()
  await page.getByRole('option', { name: 'Analysis' }).click()
  await page.getByRole('heading', { name: 'No such uses' }).waitFor()
  await page.goBack()
  await eventually(() => uses.count()).toBe(4)

  await page.getByRole('button', { name: /App$/ }).click()
  await page.getByRole('option', { name: 'Helper of all' }).click()
  await page.waitForURL(/app=/)
  await page.getByLabel('Until this day, in UTC').fill('2020-01-01')
  await page.getByLabel('Until this day, in UTC').press('Enter')
  await page.waitForURL(/app=.*to=2020-01-01/)
  await page.getByRole('heading', { name: 'No such uses' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => uses.count()).toBe(4)

  const [newest] = (await atrium.app.as(owner).credits.list()).items
  const lastDay = newest?.created_date.slice(0, 10) ?? ''
  await page.getByLabel('Until this day, in UTC').fill(lastDay)
  await page.getByLabel('Until this day, in UTC').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('to') === lastDay)
  await page.reload() // what was listed before stays until the new list is there
  await eventually(() => uses.count()).toBe(4)
})

test('an installation admin changes the plan of a workspace', async () => {
  const api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
  const { id: workspace_id } = await api.workspaces.create({ name: 'Small one' })
  const page = await atrium.open(`/w/${atrium.workspaceId}/installation`)
  await page.getByRole('button', { name: 'Manage workspaces' }).click()
  await heading(page, 'Workspaces')
  await page.getByRole('button', { name: 'Change Small one' }).click()
  await page.getByRole('button', { name: /Plan$/ }).click()
  await page.getByRole('option', { name: 'Builder' }).click()
  await page.getByLabel('Rate limits').fill('member.list = 60')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('this is no operation with a rate limit').waitFor()
  await page.getByLabel('Rate limits').fill('members.list = 60')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Small one saved').waitFor()
  expect(await api.installation.read_workspace({ workspace_id })).toMatchObject({
    ...{ plan: 'builder', rate_limits: { 'members.list': 60 }, monthly_limit: 1000 },
  })
  expectNoComplaints(atrium, /status of 422/)
})

test('the installation page shows its state and what to do, and leads to the backups', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps`)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Installation' }).click()
  await heading(page, 'Installation')
  await page
    .getByText(/^PostgreSQL \d+/)
    .first()
    .waitFor()
  const mail = page.getByRole('listitem').filter({ hasText: 'Emails are not sent' })
  await mail.getByText('Set MAIL to the address of a mail server.').waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: 'Background jobs' }).waitFor()
  await screenshot(page, 'installation')
  await page.getByRole('main').getByRole('link').first().click()
  await heading(page, 'Backups')
})
