import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { select } from './act.ts'
import { consoleForFile, eventually, expectNoSidewaysScroll, PHONE, screenshot, toast } from './console.ts'

// One test asks for a model that is not there, one saves what somebody else changed.
const atrium = consoleForFile({ rate_limits: 'off' }, /status of (412|503)/)

const INSTRUCTIONS = 'Be brief.\nOrders leave the warehouse within two days.\nReturns are free for 30 days.'

/** An agent of the demo company, made past the console. */
async function makeAgent(name: string) {
  const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
  const agent = await atrium.app.as(owner).agents.create({ name, instructions: INSTRUCTIONS })
  return { ...agent, path: `/w/${atrium.workspaceId}/agents/${agent.id}` }
}

const log = (page: Page) => page.getByRole('log')
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

describe('a conversation', () => {
  test('shows what was said while the reply is made, and keeps the newest in view', async () => {
    const { path } = await makeAgent('Patient')
    const page = await atrium.open(path, { viewport: { width: 1100, height: 560 } })
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/messages', async (route) => {
      await gate
      await route.continue()
    })
    await box(page).fill('First line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    await page.keyboard.press('Enter')
    await log(page).getByText('Patient is writing').waitFor()
    expect(await log(page).getByText('First line').textContent()).toBe('First line\nsecond line')
    const send = page.getByRole('button', { name: 'Send' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await screenshot(page, 'agent-chat-waiting')
    release()
    await log(page).getByRole('article', { name: 'Patient' }).waitFor()
    expect(await log(page).getByText('Patient is writing').count()).toBe(0)
    expect(await log(page).getByRole('article', { name: 'You' }).count()).toBe(1)

    for (let i = 2; i <= 5; i++) {
      await box(page).fill(`Question ${i} about returns`)
      // The last reply shows a moment before the next message can be sent.
      await eventually(() => send.getAttribute('aria-disabled')).toBeNull()
      await box(page).press('Enter')
      await eventually(() => log(page).getByRole('article', { name: 'Patient' }).count()).toBe(i)
    }
    const newest = log(page).getByRole('article', { name: 'Patient' }).last()
    await eventually(() =>
      newest.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight),
    ).toBe(true)
    await page.reload()
    await eventually(() => log(page).getByRole('article').count()).toBe(10)
  })

  test('says when no reply came, and tries again with the same key', async () => {
    const { path } = await makeAgent('Silent')
    const page = await atrium.open(path)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/messages')) keys.push(request.headers()['idempotency-key'])
    })
    await box(page).fill('Are you there? [unavailable]')
    await box(page).press('Enter')
    const failure = page.getByRole('alert').filter({ hasText: 'No reply' })
    await failure.getByText('does not answer right now').waitFor()
    await screenshot(page, 'agent-chat-failed')
    const tries = keys.length
    await failure.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => keys.length).toBeGreaterThan(tries)
    await failure.waitFor()
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await log(page).getByRole('article', { name: 'You' }).count()).toBe(1)

    await failure.getByRole('button', { name: 'Dismiss' }).click()
    await failure.waitFor({ state: 'detached' })
    await box(page).fill('What about returns?')
    await box(page).press('Enter')
    await log(page).getByText('Returns are free for 30 days.').waitFor()
    expect(new Set(keys).size).toBe(2)
  })

  test('loses a message that is deleted', async () => {
    const { path } = await makeAgent('Forgetful')
    const page = await atrium.open(path)
    await box(page).fill('A secret')
    await box(page).press('Enter')
    const mine = log(page).getByRole('article', { name: 'You' })
    await mine.hover()
    await mine.getByRole('button', { name: 'Delete message' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
    await toast(page, 'Message deleted')
    await mine.waitFor({ state: 'detached' })
    await log(page).getByRole('article', { name: 'Forgetful' }).waitFor()
  })

  test('fits a phone and the dark', async () => {
    const { path } = await makeAgent('Compact')
    for (const [look, options, replies] of [
      ['phone', PHONE, 1],
      ['dark', { colorScheme: 'dark' }, 2],
    ] as const) {
      const page = await atrium.open(path, options)
      await box(page).fill(`An order number that is long: ${'0123456789'.repeat(9)}`)
      await page.getByRole('button', { name: 'Send' }).click()
      await eventually(() => log(page).getByRole('article', { name: 'Compact' }).count()).toBe(replies)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `${look}-agent-chat`)
      await page.context().close()
    }
  })
})

test('agents inside an app are made, changed and deleted, and two who do so lose nothing', async () => {
  const at = { app_id: 'app_demo_orders' }
  const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
  const { app_agents } = atrium.app.as(owner)
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${at.app_id}`)
  await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('heading', { name: 'No agents in this app yet' }).waitFor()
  await page.getByRole('button', { name: 'New agent' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('clerk')
  await dialog.getByLabel('Instructions').fill('Be brief.')
  await select(page, /Add an entity$/, 'Order')
  await dialog.getByRole('checkbox', { name: 'Update' }).check({ force: true })
  await expectAccessible(page)
  await screenshot(page, 'app-agent-form')
  // Somebody else adds one while this form is open.
  const theirs = { name: 'guide', instructions: 'Explain.', model: 'large' }
  await app_agents.configure(at, [theirs])
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await toast(page, 'clerk created')
  const tool_configs = [{ entity_name: 'Order', allowed_operations: ['read', 'update'] }]
  const clerk = { name: 'clerk', description: '', instructions: 'Be brief.', tool_configs }
  expect((await app_agents.read(at)).items).toMatchObject([clerk, theirs])
  await page.getByText('Order: read, update').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit guide' }).click()
  await dialog.getByLabel('Instructions').fill('Mine.')
  await app_agents.configure(at, [clerk, { ...theirs, instructions: 'Theirs.' }])
  await dialog.getByRole('button', { name: 'Save agent' }).click()
  await dialog.getByText('were changed since you read them').waitFor()
  expect(await dialog.getByLabel('Instructions').inputValue()).toBe('Mine.')
  expect((await app_agents.read(at)).items[1]).toMatchObject({ instructions: 'Theirs.' })
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Delete clerk' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete agent' }).click()
  await toast(page, 'clerk deleted')
  expect((await app_agents.read(at)).items).toMatchObject([{ ...theirs, instructions: 'Theirs.' }])
})
