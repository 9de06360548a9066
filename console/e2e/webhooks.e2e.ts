import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  heading,
  PHONE,
  screenshot,
  toast,
} from './console.ts'
import { type Receiver, startReceiver } from './receiver.ts'

// Tests ask for what the plan or the role does not allow, and for an address that is refused.
const atrium = consoleForFile(
  {
    role: 'all',
    outbound_allow: ['127.0.0.0/8'],
    webhook_retry_seconds: [0.1],
    rate_limits: 'off',
  },
  /status of (402|403|422)/,
)
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.stop()
})

type Events = ('message.created' | 'message.completed')[]

/** An agent of the demo company with a webhook to this path of the receiver. */
async function agentWithWebhook(path: string, events: Events = ['message.completed']) {
  const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
  const client = atrium.app.as(owner)
  const { id: agent_id } = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const target_url = receiver.url(path)
  const { id: webhook_id } = await client.webhooks.create({ agent_id }, { target_url, events })
  const { id: conversation_id } = await client.conversations.open({ agent_id }, {})
  const webhooks = `/w/${atrium.workspaceId}/agents/${agent_id}/webhooks`
  return {
    webhooks,
    deliveries: `${webhooks}/${webhook_id}`,
    say: (content: string) => client.messages.send({ agent_id, conversation_id }, { content }),
    read: () => client.webhooks.read({ agent_id, webhook_id }),
    async settled(count: number) {
      const outcomes = async () => {
        const { counts } = await client.deliveries.list({ agent_id, webhook_id })
        return counts.pending === 0 ? counts.succeeded + counts.failed + counts.canceled : -1
      }
      await expect.poll(outcomes, { timeout: 20_000 }).toBe(count)
    },
  }
}

const card = (page: Page, path: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: receiver.url(path) }) })
const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' })

async function choose(page: Page, path: string, act: string) {
  await card(page, path)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe('a webhook', () => {
  test('is made in the console, its secret shown once, and can be tested', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/agents`)
    await page.getByRole('table', { name: 'Agents' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: 'No webhooks' }).waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('Correct the marked fields.').waitFor()
    await dialog.getByLabel('Address').fill(receiver.url('/made'))
    await dialog.getByRole('checkbox', { name: /message.created/ }).check({ force: true })
    await dialog.getByLabel('Description').fill('Tickets')
    await screenshot(page, 'webhook-create')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await screenshot(page, 'webhook-secret')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const made = card(page, '/made')
    await made.getByText('Signed', { exact: true }).waitFor()
    await made.getByText('Last triggered never').waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await made.getByText('Tickets').waitFor()
    expect(await page.content()).not.toContain(secret)

    await made.getByRole('button', { name: /^Send test/ }).click()
    await dialog.getByText('The endpoint accepted it').waitFor()
    await dialog.getByText(/Answered 200 after \d+ ms/).waitFor()
    expect(receiver.received('/made')).toHaveLength(1)
    receiver.answer('/made', 500, 'out of paper')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('The endpoint did not accept it').waitFor()
    await dialog.getByText('out of paper').waitFor()
    await screenshot(page, 'webhook-test-failed')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await made.getByText('On', { exact: true }).waitFor()
  })

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
    receiver.answer('/failing', 503, 'closed for stocktaking')
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
    receiver.answer('/failing', 200)
    await shown.getByRole('button', { name: /^Turn on/ }).click()
    await toast(page, 'Webhook turned on')
    await shown.getByText('On', { exact: true }).waitFor()
  })

  test('of an app tells of its records, of some or of all', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/apps`)
    await page.getByRole('table').getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill(receiver.url('/records'))
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
    expect(receiver.received('/records')[0]?.type).toMatch(/^entity\./)
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

describe('the delivery log', () => {
  test('shows what came of every message, by outcome and by event, and delivers again', async () => {
    const agent = await agentWithWebhook('/logged', ['message.created', 'message.completed'])
    const page = await atrium.open(agent.deliveries)
    await page.getByRole('heading', { name: 'Nothing was delivered yet' }).waitFor()
    for (let i = 0; i < 8; i++) await agent.say('all is well')
    await agent.settled(24)
    receiver.answer('/logged', 500, 'out of paper')
    await agent.say('all is lost')
    await agent.settled(27)
    await page.getByRole('button', { name: 'Refresh' }).click()
    const rows = deliveries(page).getByRole('rowheader')
    await eventually(() => rows.count()).toBe(25)
    expect(receiver.received('/logged').map(({ type }) => type)).toContain('message.completed')
    await page.getByRole('button', { name: 'Next' }).click()
    await eventually(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Previous' }).click()
    await eventually(() => rows.count()).toBe(25)

    await page.getByRole('link', { name: 'Failed 3' }).click()
    await page.waitForURL(/status=failed/)
    await eventually(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: /Event/ }).click()
    await page.getByRole('option', { name: /message.completed/ }).click()
    await page.waitForURL(/status=failed&event_type=message.completed/)
    await eventually(() => rows.count()).toBe(1)
    await page.reload()
    await eventually(() => rows.count()).toBe(1)
    await page.getByRole('link', { name: /^Succeeded/ }).click()
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get('status') === 'succeeded' && searchParams.get('event_type') === 'message.completed',
    )
    await eventually(() => rows.count()).toBe(8)
    await page.goBack()
    await eventually(() => rows.count()).toBe(1)

    await page.getByRole('button', { name: /^Show details/ }).click()
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    await eventually(() => attempts.count()).toBe(2)
    await attempts.first().getByText('out of paper').waitFor()
    await screenshot(page, 'deliveries')

    receiver.answer('/logged', 200)
    await page.getByRole('button', { name: /^Redeliver/ }).click()
    await toast(page, 'Delivered: answered 200')
  })

  test('follows what is pending by itself', async () => {
    const release = receiver.hold('/slow')
    const agent = await agentWithWebhook('/slow')
    await agent.say('hello')
    const page = await atrium.open(agent.deliveries)
    await deliveries(page).getByText('Pending', { exact: true }).waitFor()
    release()
    await deliveries(page).getByText('Succeeded', { exact: true }).waitFor()
    await deliveries(page).getByText('Answered 200').waitFor()
  })

  test('says so when delivering again fails', async () => {
    receiver.answer('/later', 500)
    const agent = await agentWithWebhook('/later')
    await agent.say('hello')
    await agent.settled(1)
    const page = await atrium.open(agent.deliveries)
    await deliveries(page).getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Redeliver/ }).click()
    await page.getByRole('alertdialog').filter({ hasText: 'Not delivered: answered 500' }).waitFor()
    await page.getByRole('button', { name: /^Show details/ }).click()
    await page.getByText('Redelivered by hand').waitFor()
  })

  test('and the webhooks fit a phone and the dark', async () => {
    receiver.answer('/narrow', 500, 'no')
    const agent = await agentWithWebhook('/narrow')
    for (let i = 0; i < 12; i++) await agent.say(`message ${i}`)
    await agent.settled(12)
    receiver.answer('/narrow', 200)
    for (const [look, options] of [
      ['phone', PHONE],
      ['dark', { colorScheme: 'dark' }],
    ] as const) {
      const page = await atrium.open(agent.webhooks, options)
      await card(page, '/narrow').waitFor()
      await expectNoSidewaysScroll(page)
      await screenshot(page, `${look}-webhooks`)
      await page.goto(agent.deliveries)
      await heading(page, 'Deliveries')
      await page
        .getByRole('button', { name: /^Show details/ })
        .first()
        .click()
      await page.getByRole('list', { name: 'Attempts' }).waitFor()
      await expectNoSidewaysScroll(page)
      await screenshot(page, `${look}-deliveries`)
      await page.context().close()
    }
  })
})
