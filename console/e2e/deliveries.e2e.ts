import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { eventually, expectNoSidewaysScroll, heading, PHONE, screenshot, toast } from './console.ts'
import { webhooksForFile } from './webhook-scene.ts'

const scene = webhooksForFile()
const { atrium, agentWithWebhook, card } = scene

const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' })

describe('the delivery log', () => {
  test('finds one by its id, and sends all that failed again with one request', async () => {
    scene.receiver.answer('/bulk', 503, 'closed')
    const agent = await agentWithWebhook('/bulk')
    for (let i = 0; i < 3; i++) await agent.say(`message ${i}`)
    await agent.settled(3)
    const page = await atrium.open(agent.deliveries)
    const rows = deliveries(page).getByRole('rowheader')
    await eventually(() => rows.count()).toBe(3)
    await page.getByRole('slider', { name: 'Attempts by hour, by arrow keys' }).waitFor()
    await page.getByRole('button', { name: /Time span/ }).click()
    await page.getByRole('option', { name: 'Last 30 days' }).click()
    await page.getByRole('slider', { name: 'Attempts by day, by arrow keys' }).waitFor()

    const eventId = scene.receiver.received('/bulk')[0]?.id ?? ''
    await page.getByLabel('Search deliveries').fill(eventId)
    await page.waitForURL(/search=evt_/)
    await eventually(() => rows.count()).toBe(1)
    await page.getByLabel('Search deliveries').fill('evt_unknown')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(() => rows.count()).toBe(3)

    const before = scene.receiver.received('/bulk').length
    scene.receiver.answer('/bulk', 200)
    await page.getByRole('button', { name: 'Redeliver failed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redeliver what failed' })
    await dialog.waitFor()
    await screenshot(page, 'redeliver-failed')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Redeliver', exact: true }).dblclick()
    await toast(page, '3 deliveries are sent again.')
    await page.getByRole('link', { name: 'Succeeded 3' }).waitFor()
    expect(scene.receiver.received('/bulk')).toHaveLength(before + 3)
    // The button may learn after the list that nothing is left to do; its reason comes with the pointer.
    await eventually(async () => {
      await page.mouse.move(0, 0)
      await page.getByRole('button', { name: 'Redeliver failed' }).hover()
      return page.getByText('No delivery has failed.').isVisible()
    }).toBe(true)
  })

  test('sends again what failed of the event that is chosen, whatever the log shows', async () => {
    scene.receiver.answer('/chosen', 503, 'closed')
    const agent = await agentWithWebhook('/chosen', ['message.created', 'message.completed'])
    await agent.say('hello')
    await agent.settled(3)
    scene.receiver.answer('/chosen', 200)
    const page = await atrium.open(`${agent.deliveries}?event_type=message.created`)
    const redeliver = async (event: string | RegExp) => {
      await page.getByRole('button', { name: 'Redeliver failed' }).click()
      const dialog = page.getByRole('dialog', { name: 'Redeliver what failed' })
      await dialog.getByRole('button', { name: /Event/ }).click()
      await page.getByRole('option', { name: event }).click()
      await dialog.getByRole('button', { name: 'Redeliver', exact: true }).click()
    }
    await redeliver(/message.completed/)
    await toast(page, 'One delivery is sent again.')
    await agent.settled(3)
    await redeliver('Any event')
    await toast(page, '2 deliveries are sent again.')
  })

  test('follows what is pending by itself', async () => {
    const release = scene.receiver.hold('/slow')
    const agent = await agentWithWebhook('/slow')
    await agent.say('hello')
    const page = await atrium.open(agent.deliveries)
    await deliveries(page).getByText('Pending', { exact: true }).waitFor()
    release()
    await deliveries(page).getByText('Succeeded', { exact: true }).waitFor()
    await deliveries(page).getByText('Answered 200').waitFor()
  })

  test('says so when delivering again fails', async () => {
    scene.receiver.answer('/later', 500)
    const agent = await agentWithWebhook('/later')
    await agent.say('hello')
    await agent.settled(1)
    const page = await atrium.open(agent.deliveries)
    await deliveries(page).getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Redeliver message/ }).click()
    await page.getByRole('alertdialog').filter({ hasText: 'Not delivered: answered 500' }).waitFor()
    await page.getByRole('button', { name: /^Show details/ }).click()
    await page.getByText('Redelivered by hand').waitFor()
  })

  test('and the webhooks fit a phone and the dark', async () => {
    scene.receiver.answer('/narrow', 500, 'no')
    const agent = await agentWithWebhook('/narrow')
    for (let i = 0; i < 12; i++) await agent.say(`message ${i}`)
    await agent.settled(12)
    scene.receiver.answer('/narrow', 200)
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
      await page
        .getByText(/^Request headers/)
        .first()
        .click()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await screenshot(page, `${look}-deliveries`)
      await page.context().close()
    }
  })
})
