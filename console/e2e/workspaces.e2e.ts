/** Workspaces that people make, rename, hand over and leave; service accounts with tokens; versions of agents. */
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, expectToFit, heading, openAs, screenshot, toast } from './console.ts'

// One test leaves a workspace and asks for it again.
const atrium = consoleForFile({ rate_limits: 'off' }, /status of 404/)
const workspace = (path: string) => `/w/${atrium.workspaceId}/${path}`

describe('a workspace', () => {
  test('that was the only one leads to the page of those who have none, where a new one is made', async () => {
    const place = await atrium.app.make.workspace()
    await atrium.app.make.person('owner', place)
    const person = await atrium.app.make.person('viewer', place)
    const page = await openAs(atrium, person, `/w/${place.id}/settings`)
    const rename = page.getByRole('button', { name: 'Rename' })
    expect(await rename.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Leave this workspace' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click()
    await heading(page, 'You belong to no workspace yet')
    await expectAccessible(page)
    await screenshot(page, 'light-no-workspace')
    await page.getByRole('button', { name: 'New workspace' }).click()
    await page.getByLabel('Name').fill('Own')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByRole('heading', { name: 'No apps yet' }).waitFor()
  })
})

describe('a service account', () => {
  test('gets a token that is shown once; revoking it asks first', async () => {
    const page = await atrium.open(workspace('service-accounts'))
    await page.getByRole('rowheader').filter({ hasText: 'Stock counts' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New service account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Deploys')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create service account' }).click()
    await toast(page, 'Deploys created')
    await page.getByRole('button', { name: 'Tokens of Deploys' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tokens of Deploys' })
    await dialog.getByRole('button', { name: 'New token' }).click()
    const form = page.getByRole('dialog', { name: 'New token of Deploys' })
    await form.getByLabel('Name').fill('build server')
    await form.getByRole('button', { name: 'Create token' }).click()
    const value = await page.getByLabel('Token', { exact: true }).inputValue()
    const program = atrium.app.as(value)
    expect((await program.session.read()).email).toMatch(/@service\.invalid$/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const tokens = dialog.getByRole('table', { name: 'Tokens' })
    await tokens.waitFor()
    expect(await page.content()).not.toContain(value)

    await tokens.getByRole('button', { name: 'Revoke build server' }).click()
    const ask = page.getByRole('alertdialog', { name: 'Revoke build server?' })
    await ask.getByRole('button', { name: 'Cancel' }).click()
    expect((await program.session.read()).email).toMatch(/@service\.invalid$/)
    await tokens.getByRole('button', { name: 'Revoke build server' }).click()
    await ask.waitFor()
    await expectAccessible(page)
    await screenshot(page, 'light-service-token-revoke')
    await ask.getByRole('button', { name: 'Revoke token' }).click()
    await tokens.waitFor({ state: 'detached' })
    const answer = () =>
      program.session.read().then(
        () => 200,
        ({ status }) => status,
      )
    await eventually(answer).toBe(401)
  })
})

describe('an agent', () => {
  test('is edited, shows what changed, and gets a former version back', async () => {
    const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
    const api = atrium.app.as(owner)
    const { id: agent_id } = await api.agents.create({ name: 'Clerk', instructions: 'Be brief.' })
    const page = await atrium.open(workspace(`agents/${agent_id}`))
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Edit agent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Clerk' })
    await dialog.getByLabel('Name').fill('Desk')
    await dialog.getByLabel('Instructions').fill('Be brief and kind.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save agent' }).click()
    await heading(page, 'Desk')
    await page.getByRole('button', { name: 'Show details of version 1' }).click()
    const difference = page.getByRole('table', { name: 'What is different today' })
    await difference.getByText('Be brief and kind.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version' }).click()
    await toast(page, 'Version 1 restored')
    await heading(page, 'Clerk')
    await page.getByRole('button', { name: 'Restore version 3' }).waitFor()
    await expectAccessible(page)
    expect(await api.agents.read({ agent_id })).toMatchObject({ name: 'Clerk', instructions: 'Be brief.' })
  })
})

test('the pages fit the light, the dark and a phone', async () => {
  await expectToFit(atrium, [
    {
      name: 'workspace-settings',
      path: workspace('settings'),
      shown: (page) => heading(page, 'Workspace'),
    },
    {
      name: 'service-accounts',
      path: workspace('service-accounts'),
      shown: async (page) => {
        const button = page.getByRole('button', { name: 'Tokens of Stock counts' })
        await button.waitFor()
        // A cell that is too narrow cuts its buttons off without making the page wider.
        const isWhole = await button.evaluate(
          (node) =>
            node.getBoundingClientRect().left >= (node.closest('td')?.getBoundingClientRect().left ?? 0),
        )
        expect(isWhole).toBe(true)
      },
    },
    {
      name: 'agent-versions',
      path: workspace('agents/app_demo_helpdesk/versions'),
      shown: (page) => page.getByRole('button', { name: 'Edit agent' }).waitFor(),
    },
  ])
})
