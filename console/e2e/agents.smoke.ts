import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { crumb, heading, screenshot, sharedConsole } from './console.ts'

const atrium = sharedConsole()

const INSTRUCTIONS = 'Be brief.\nOrders leave the warehouse within two days.\nReturns are free for 30 days.'
const log = (page: Page) => page.getByRole('log')
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

test('an agent is created with instructions and answers at once', async () => {
  const page = await atrium.open()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).click()
  await heading(page, 'Agents')
  await page.getByRole('button', { name: 'New agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Front desk')
  await dialog.getByLabel('Description').fill('Answers questions about orders')
  await dialog.getByLabel('Instructions').fill(INSTRUCTIONS)
  await screenshot(page, 'agent-create')
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await heading(page, 'Front desk')
  await page.getByRole('heading', { name: 'Talk to Front desk' }).waitFor()
  await screenshot(page, 'agent-chat-empty')

  await box(page).fill('When do orders leave?')
  await box(page).press('Enter')
  await log(page).getByText('Orders leave the warehouse within two days.').waitFor()
  expect(await box(page).inputValue()).toBe('')
  await log(page).getByRole('article', { name: 'You' }).getByText('When do orders leave?').waitFor()
  await screenshot(page, 'agent-chat')

  await crumb(page, 'Agents').click()
  await page.getByRole('rowheader').filter({ hasText: 'Front desk' }).getByText('about orders').waitFor()
  await screenshot(page, 'agents')
})
