/** Automated tests: written, changed, recorded and deleted; runs followed and explained. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { click, isOf } from './act.ts'
import {
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  focused,
  PHONE,
  screenshot,
  toast,
} from './console.ts'
import { BAD, FLOW, GOOD, LIVE, showTests } from './test-scene.ts'

// What the tests refuse, and what was discarded.
const atrium = consoleForFile({ rate_limits: 'off' }, /status of (409|422|404 .*\/recordings\/)/)

const APP = 'app_demo_orders'
const testsPath = (rest = '', app = APP) => `/w/${atrium.workspaceId}/apps/${app}/tests${rest}`
const step = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Step ${number}`, exact: true })
const words = (page: Page) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('textbox', { name: /^Step \d+$/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

test('a list that is pasted becomes one step a line, without its numbers', async () => {
  const page = await atrium.open(testsPath('/new'))
  await click('button', 'Add step')(page)
  await paste(step(page, 1), '1. Open /orders\n2. Click “New order”\n\n3. See “Saved”\n')
  await eventually(() => words(page)).toEqual(['Open /orders', 'Click “New order”', 'See “Saved”'])
  await focused(step(page, 3))
  // One that has words keeps them.
  await paste(step(page, 1), '- Click “Sort”\n- Wait 500 ms')
  await eventually(() => words(page)).toEqual([
    ...['Open /orders', 'Click “Sort”', 'Wait 500 ms', 'Click “New order”', 'See “Saved”'],
  ])
})

async function paste(box: Locator, text: string) {
  await box.evaluate((node, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('what is recorded shows as it comes and becomes a test', async () => {
  const page = await atrium.open(testsPath())
  await beginRecording(page)
  await page.getByText('Waiting for the first click').waitFor()
  const bookmark = await page.getByRole('link', { name: 'Record in Atrium' }).getAttribute('href')
  expect(bookmark).toMatch(/^javascript:/)
  await page.getByText('Bookmarks do not work there?').click()
  const recording_key = /#([\w-]+)/.exec((await page.getByText('<script').textContent()) ?? '')?.[1] ?? ''
  const url = 'https://shop.example.com/'
  await atrium.app.anonymous.recordings.send(
    { recording_key },
    {
      seq: 0,
      actions: [
        { type: 'navigate', url },
        { type: 'click', url, target: { role: 'button', name: 'Add to cart' } },
        { type: 'fill', url, target: { label: 'Quantity' }, value: '2' },
      ],
    },
  )
  await page.getByText('2 steps so far').waitFor()
  await screenshot(page, 'test-recording')
  await click('button', 'Make a test of it')(page)
  await page.getByText('2 steps recorded').waitFor()
  await page.getByLabel('Name').fill('Recorded')
  await page.getByLabel('Goal').fill('A lamp lies in the cart.')
  const ended = page.waitForResponse((answer) => isOf('recordings.delete', answer.request()))
  await click('button', 'Create test')(page)
  await toast(page, 'Recorded created')
  expect((await ended).status()).toBe(200)
  expect((await words(page)).length).toBe(2)
})

test('a run is followed step by step until its report', async () => {
  const page = await atrium.open(testsPath('/runs', 'app_demo_storefront'))
  let stage = 0
  let readsOfTheEnd = 0
  let pictures = 0
  page.on('request', (request) => {
    if (isOf('test_runs.read_artifact', request)) pictures++
  })
  await showTests(page, {
    'test_runs.read': (route) => {
      if (route.request().url().endsWith(GOOD.id)) return route.fulfill({ json: GOOD })
      if (stage === LIVE.length - 1) readsOfTheEnd++
      return route.fulfill({ json: LIVE[stage] })
    },
  })
  await page.getByRole('link', { name: 'Buy a lamp: Failed' }).click()
  // The run gets on once it was seen how far it is: each is shown only until the next read.
  await page.getByText('as soon as a browser is free').waitFor()
  stage++
  await page.getByText('Step 2 of 5: Click “Add to cart”').waitFor()
  await page.getByRole('button', { name: 'Show picture of step 1: Open /lamps' }).waitFor()
  stage++
  await page.getByText('Step 4 of 5').waitFor()
  stage++
  const report = page.getByRole('region', { name: 'Report' })
  await report.getByText('Probably a fault of the app').waitFor()
  await report.getByText('answered with 500').waitFor()
  // It is not asked for again once it has ended, and each picture was read once.
  expect(readsOfTheEnd).toBe(1)
  await eventually(() => pictures).toBe(4)
  await page.getByRole('button', { name: 'Run again' }).waitFor()
})

test('a run that failed is shown next to the last good one, picture by picture', async () => {
  const page = await atrium.open(testsPath('/runs', 'app_demo_storefront'))
  await showTests(page)
  await page.getByRole('link', { name: 'Buy a lamp: Failed' }).click()
  // The step that failed is open; what was healed is said at its own.
  await page.getByText('TypeError: quantity is not a number').waitFor()
  await click('button', 'Show details of step 3')(page)
  await page.getByText('Before: spinbutton “Number”. Now: spinbutton “Quantity”.').waitFor()
  await click('button', 'Show picture of step 3: Type “2” into “Quantity”')(page)
  await page.getByRole('heading', { name: 'Step 3: Type “2” into “Quantity”' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Step 4: See “€ 480”' }).waitFor()
  await page.getByRole('img', { name: 'The page after Step 4: See “€ 480”' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('heading', { name: 'Step 2: Click “Add to cart”' }).waitFor()
  await page.keyboard.press('Escape')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.scrollIntoViewIfNeeded()
  for (const side of ['Last good run', 'This run'])
    await comparison.getByRole('img', { name: `${side}: the page after this step` }).waitFor()
  await comparison.getByRole('table', { name: 'Differences' }).getByText('POST /api/cart 500').waitFor()
  await screenshot(page, 'test-run')
  await page.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'phone-test-run')
})

test('a test that runs already says so, and leads to its run', async () => {
  const page = await atrium.open(testsPath('', 'app_demo_storefront'))
  let isRunning = false
  const listed = () => ({
    ...{ ...FLOW, step_count: FLOW.steps.length },
    last_run: isRunning ? { id: BAD.id, status: 'running', completed_at: null } : FLOW.last_run,
  })
  await showTests(page, {
    'flows.list': (route) =>
      route.fulfill({ json: { items: [listed()], next_cursor: null, has_more: false } }),
    'test_runs.start': (route) => {
      isRunning = true
      const message = 'This test has a run going; wait for it, or cancel it first.'
      return route.fulfill({ status: 409, json: { code: 'flow_running', message, detail: message } })
    },
  })
  await click('button', 'Run Buy a lamp')(page)
  await toast(page, 'This test is running already')
  await page.getByRole('link', { name: 'Last run of Buy a lamp: Running' }).waitFor()
})

async function beginRecording(page: Page) {
  await click('button', 'Record')(page)
  await click('button', 'Begin recording')(page)
  await page.getByRole('region', { name: 'Recorded steps' }).waitFor()
}
