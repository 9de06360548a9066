import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, click, isOf, select } from './act.ts'
import { crumb, focused, ownerClient, screenshot, sharedConsole, toast } from './console.ts'

// The server refuses a step.
const atrium = sharedConsole(/status of 422/)
const APP = 'app_demo_orders'
const step = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Step ${number}`, exact: true })
const words = (page: Page) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('textbox', { name: /^Step \d+$/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

test('a browser test is written, refused at its step, corrected, changed and deleted', async () => {
  const api = await ownerClient(atrium)
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${APP}/tests`)
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
  await click('button', 'New test')(page)
  await page.getByLabel('Name').fill('Take an order')
  await page.getByLabel('Goal').fill('Somebody notes an order and finds it in the list.')
  await click('button', 'Add step')(page)
  await step(page, 1).fill('Open /orders')
  await step(page, 1).press('Enter')
  await focused(step(page, 2))
  await step(page, 2).fill('See “{{total}}”')
  await click('button', 'Add step')(page)
  await step(page, 3).fill('Click “New order”')
  await click('button', 'Move step 3 up')(page)
  expect(await words(page)).toEqual(['Open /orders', 'Click “New order”', 'See “{{total}}”'])
  // What a step is refused for stands at it, until it is changed.
  await click('button', 'Create test')(page)
  const fault = page.getByRole('alert').filter({ hasText: '{{total}}' })
  await fault.waitFor()
  await screenshot(page, 'test-refused')
  await step(page, 3).fill('See “Saved”')
  await fault.waitFor({ state: 'hidden' })
  await click('button', 'Exact: step 3')(page)
  await page.getByRole('switch', { name: 'Do exactly this' }).click({ force: true })
  await select(page, /What it does$/, 'Check something')
  await select(page, /Found by$/, 'Text')
  await page
    .getByRole('group', { name: 'Step 3 exactly' })
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Saved')
  await click('button', 'Create test')(page)
  await toast(page, 'Take an order created')
  await page.getByRole('link', { name: 'Over time' }).waitFor()
  const [made] = (await api.flows.list({ app_id: APP })).items
  const flow = await api.flows.read({ app_id: APP, flow_id: made?.id ?? '' })
  expect(flow.steps.map(({ kind, instruction }) => [kind, instruction])).toEqual([
    ['navigate', 'Open /orders'],
    ['act', 'Click “New order”'],
    ['assert', 'See “Saved”'],
  ])
  expect(flow.steps[2]?.params).toEqual({ expect: 'visible', target: { text: 'Saved' } })
  // Only what differs is sent.
  await page.getByRole('switch', { name: 'Whenever the app is published' }).click({ force: true })
  const [update] = await Promise.all([
    page.waitForRequest((request) => isOf('flows.update', request)),
    click('button', 'Save')(page),
  ])
  expect(update.postDataJSON()).toEqual({ on_publish: true })
  await toast(page, 'Take an order saved')
  await page.getByText('After publishing').first().waitFor()
  await click('button', 'Remove step 1')(page)
  await click('button', 'Add step')(page)
  await step(page, 3).fill('Do not see “Failed”')
  await click('button', 'Save')(page)
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' })
  expect(await words(page)).toEqual(['Click “New order”', 'See “Saved”', 'Do not see “Failed”'])
  await page.getByRole('link', { name: 'Over time' }).click()
  await page.getByRole('heading', { name: 'No runs in 30 days' }).waitFor()
  await crumb(page, 'Tests').click()
  // The page of the test has a menu of the same name.
  await page.getByRole('table', { name: 'Tests' }).waitFor()
  await choose('Take an order', 'Delete test')(page)
  await page.getByText('Past runs and their reports stay').waitFor()
  await click('button', 'Delete test')(page)
  await toast(page, 'Take an order deleted')
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
})
