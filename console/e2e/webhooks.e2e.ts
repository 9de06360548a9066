import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heading, screenshot, toast } from './console.ts'
import { webhooksForFile } from './webhook-scene.ts'

// Tests ask for what the plan or the role does not allow, and for an address that is refused.
const scene = webhooksForFile(/status of (402|403|422)/)
const { atrium, agentWithWebhook, card } = scene

async function choose(page: Page, path: string, act: string) {
  await card(page, path)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe('a webhook', () => {
  test('is edited, signed again, left unsigned, turned off and deleted', async () => {
    const { webhooks } = await agentWithWebhook('/changed')
    const page = await atrium.open(webhooks)
    const shown = card(page, '/changed')
    await choose(page, '/changed', 'Edit')
    await page.getByLabel('Description').fill('For the night shift')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await shown.getByText('For the night shift').waitFor()

    await shown.getByText('Not signed').waitFor()
    await choose(page, '/changed', 'Sign deliveries')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a secret' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await shown.getByText('Signed', { exact: true }).waitFor()
    await choose(page, '/changed', 'Rotate secret')
    await page.getByText('For 24 hours').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await choose(page, '/changed', 'Stop signing')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop signing' }).click()
    await shown.getByText('Not signed').waitFor()

    await choose(page, '/changed', 'Turn off')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await shown.getByText('Off since').waitFor()
    await choose(page, '/changed', 'Turn on')
    await shown.getByText('On', { exact: true }).waitFor()

    await choose(page, '/changed', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('heading', { name: 'No webhooks' }).waitFor()
  })

  test('that fails is marked, turned off after 20 in a row, and can be turned on again', async () => {
    scene.receiver.answer('/failing', 503, 'closed for stocktaking')
    const agent = await agentWithWebhook('/failing')
    for (let i = 1; i <= 3; i++) await agent.say(`message ${i}`)
    await agent.settled(3)
    const page = await atrium.open(agent.webhooks)
    const shown = card(page, '/failing')
    await shown.getByText('Failing: 3 of 20 in a row').waitFor()
    await shown.getByRole('meter', { name: 'Failures in a row' }).waitFor()
    await shown.getByText('The endpoint answered 503.').waitFor()
    await screenshot(page, 'webhook-failing')

    for (let i = 4; i <= 20; i++) await agent.say(`message ${i}`)
    await expect.poll(async () => (await agent.read()).disabled_at, { timeout: 20_000 }).not.toBeNull()
    await page.reload()
    await shown.getByText('Turned off by Atrium after 20 failures in a row').waitFor()
    await screenshot(page, 'webhook-turned-off')
    scene.receiver.answer('/failing', 200)
    await shown.getByRole('button', { name: /^Turn on/ }).click()
    await toast(page, 'Webhook turned on')
    await shown.getByText('On', { exact: true }).waitFor()
  })

  test('of an app tells of its records, of some or of all', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/apps`)
    await page.getByRole('table').getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill(scene.receiver.url('/records'))
    await page.getByRole('checkbox', { name: /entity.deleted/ }).uncheck({ force: true })
    await page.getByLabel('Only these entities').fill('Order, Customer')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await card(page, '/records').getByText('Only Order, Customer').waitFor()
    await card(page, '/records')
      .getByRole('button', { name: /^Send test/ })
      .click()
    await page.getByText('The endpoint accepted it').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(scene.receiver.received('/records')[0]?.type).toMatch(/^entity\./)
    await screenshot(page, 'app-webhooks')
  })

  test('is explained to those whose plan or role does not include it', async () => {
    const small = await atrium.app.make.workspace({ plan: 'free' })
    const { webhooks } = await agentWithWebhook('/hidden')
    const agent = await atrium.app
      .as(await atrium.app.make.person('owner', small))
      .agents.create({ name: 'Frugal' })
    const seen = async (role: 'owner' | 'viewer', workspaceId: string, path: string) => {
      const person = await atrium.app.make.person(role, { id: workspaceId })
      const page = await atrium.visit('/sign-in')
      const value = await atrium.app.make.session(person)
      await page.context().addCookies([{ name: 'atrium', value, url: atrium.app.baseUrl }])
      await page.goto(path)
      return page
    }
    const owner = await seen('owner', small.id, `/w/${small.id}/agents/${agent.id}/webhooks`)
    await owner.getByRole('heading', { name: 'Your plan does not include this' }).waitFor()
    await heading(owner, 'Frugal')
    await screenshot(owner, 'webhooks-plan')
    const viewer = await seen('viewer', atrium.workspaceId, webhooks)
    await viewer.getByRole('heading', { name: 'For editors' }).waitFor()
  })
})
