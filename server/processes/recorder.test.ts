/** The recorder script in a real browser, on a page of another origin that allows no more than it has to. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../console/e2e/browser.ts'
import { useApp } from '../test/use-app.ts'
import { useTeam } from '../test/use-team.ts'
import { ELEMENTS, LAMPS, PAGE_SCRIPT, SHOP } from './recorder-pages.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let browser: Browser
let site: Server
let origin = ''
let snippet = ''
let sandbox = ''

beforeAll(async () => {
  browser = await launchBrowser()
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const isScript = pathname === '/page.js'
    const pages: Record<string, string> = { '/': SHOP, '/lamps': LAMPS, '/elements': ELEMENTS }
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; script-src 'self' ${app.baseUrl}; connect-src ${app.baseUrl}; ${sandbox}`,
    })
    response.end(isScript ? PAGE_SCRIPT : (pages[pathname] ?? SHOP).replace('<!-- recorder -->', snippet))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

async function begin() {
  const { id: app_id } = await app.make.app(owner)
  const { recordings } = app.as(owner)
  const created = await recordings.create({ app_id })
  snippet = created.snippet
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  const read = () => recordings.read({ app_id, recording_id: created.id })
  return { page, faults, read, created }
}

/** The panel is closed to tests as it is to pages: its buttons are where people see them. */
async function press(page: Page, button: 'Pause' | 'Stop'): Promise<void> {
  const box = await page.locator('atrium-recorder').boundingBox()
  if (!box) throw new Error('There is no panel')
  const fromRight = button === 'Stop' ? 30 : 90
  await page.mouse.click(box.x + box.width - fromRight, box.y + box.height / 2)
}

test('what a person does becomes the steps of a test, across pages', async () => {
  const { page, faults, read } = await begin()
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'Lamps' }).click()
  await page.waitForURL('**/lamps')
  const search = page.getByRole('searchbox')
  await search.click()
  await search.pressSequentially('desk')
  await search.press('Enter')
  await page.waitForURL('**/lamps?q=desk')
  await page.getByRole('button', { name: 'Add to cart' }).nth(1).click()
  await page.getByLabel('Country').press('n')
  await page.getByText('Gift wrap').click()
  await page.getByText('News').click()
  await page.getByLabel('Email').click()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('hunter2 is secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('status').getByText('Welcome').waitFor()
  await press(page, 'Pause')
  await page.getByRole('button', { name: 'Not recorded' }).click()
  await press(page, 'Pause')
  await page.goto(`${origin}/?from=address`)
  await page.getByTestId('fold').click()
  await page.keyboard.press('Escape')
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')

  const { steps, start_url } = await read()
  expect(start_url).toBe(`${origin}/`)
  expect(steps.map(({ instruction }) => instruction)).toEqual([
    'Click “Lamps”',
    'Type “desk” into “Search lamps”',
    'Press Enter in “Search lamps”',
    'Click the 2nd “Add to cart”',
    'Choose “Norway” in “Country”',
    'Check “Gift wrap”',
    'Click “News”',
    'Type {{test_user.email}} into “Email”',
    'Type {{test_user.password}} into “Password”',
    'Click “Sign in”',
    'Open “/?from=address”',
    'Click the element “fold”',
    'Press Escape',
  ])
  expect(steps[3]?.params?.target).toEqual({ role: 'button', name: 'Add to cart', exact: true, nth: 1 })
  const rows = await app.sql`select actions::text from test_recordings`
  expect(JSON.stringify(rows)).not.toContain('hunter2')
  expect(faults).toEqual([])
  await page.close()
})

test('a password stays one when the page shows what is typed', async () => {
  const { page, read } = await begin()
  await page.goto(`${origin}/lamps`)
  await page.locator('atrium-recorder').waitFor()
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByLabel('Password').fill('hunter3 is shown')
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')
  expect((await read()).steps.map(({ instruction }) => instruction)).toEqual([
    'Click “Show it”',
    'Type {{test_user.password}} into “Password”',
  ])
  const rows = await app.sql`select actions::text from test_recordings`
  expect(JSON.stringify(rows)).not.toContain('hunter3')
  await page.close()
})

test('a target names its element alone, as tests find it', async () => {
  const { page, faults, read } = await begin()
  await page.goto(`${origin}/elements`)
  const marked = page.locator('[data-mark]')
  const marks = await marked.evaluateAll((all) => all.map((each) => each.getAttribute('data-mark') ?? ''))
  for (const mark of marks) await page.locator(`[data-mark="${mark}"]`).click()
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')
  const { steps } = await read()
  expect(steps).toHaveLength(marks.length)
  const found = await Promise.all(
    steps.map(async ({ params }) => {
      const { role, name, text, test_id, css, exact = false, nth } = params?.target ?? {}
      const all = role
        ? page.getByRole(role as 'button', name === undefined ? {} : { name, exact })
        : text
          ? page.getByText(text, { exact })
          : test_id
            ? page.getByTestId(test_id)
            : page.locator(css ?? 'nothing')
      const one = nth === undefined ? all : all.nth(nth)
      return one.evaluateAll((each) => each.map((element) => element.getAttribute('data-mark')).join())
    }),
  )
  expect(found).toEqual(marks)
  expect(faults).toEqual([])
  await page.close()
})

test('a bookmark does the same, a second time nothing, and after the end there is no panel', async () => {
  const { page, faults, read, created } = await begin()
  snippet = ''
  await page.goto(`${origin}/`)
  // Not as an address: browsers take these only from people.
  const bookmark = decodeURIComponent(created.bookmark.slice('javascript:'.length))
  for (let i = 0; i < 2; i++) await page.evaluate(bookmark)
  const panel = page.locator('atrium-recorder')
  await panel.waitFor()
  await page.getByTestId('fold').click()
  await expect.poll(async () => (await read()).steps.length).toBe(1)
  expect(await panel.count()).toBe(1)
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')
  await page.reload()
  await page.evaluate(bookmark)
  await page.getByTestId('fold').click()
  expect(await panel.count()).toBe(0)
  expect((await read()).steps).toHaveLength(1)
  expect(faults).toEqual([])
  await page.close()
})

test('what was not known to have arrived goes with the next page, and counts once', async () => {
  const { page, read } = await begin()
  await page.goto(`${origin}/`)
  await page.locator('atrium-recorder').waitFor()
  let isCut = true
  let lost = 0
  await page.route('**/actions', async (route) => {
    if (!isCut) return route.continue()
    if (lost++ === 0) await route.fetch()
    return route.abort()
  })
  await page.getByTestId('fold').click()
  await expect.poll(() => lost).toBeGreaterThan(1)
  await page.getByRole('link', { name: 'Chairs' }).click()
  await page.waitForURL('**/chairs')
  isCut = false
  await page.getByRole('heading', { name: 'Shop' }).click()
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')
  expect((await read()).steps.map(({ instruction }) => instruction)).toEqual([
    'Click the element “fold”',
    'Click “Chairs”',
    'Click “Shop”',
  ])
  await page.close()
})

test('goes on from page to page where a page may store nothing', async () => {
  sandbox = 'sandbox allow-scripts allow-forms'
  onTestFinished(() => {
    sandbox = ''
  })
  const { page, faults, read } = await begin()
  await page.goto(`${origin}/`)
  await page.locator('atrium-recorder').waitFor()
  await page.getByRole('link', { name: 'Lamps' }).click()
  await page.waitForURL('**/lamps')
  await page.locator('atrium-recorder').waitFor()
  await page.getByRole('button', { name: 'Not recorded' }).click()
  await press(page, 'Stop')
  await expect.poll(async () => (await read()).status).toBe('closed')
  const { steps } = await read()
  expect(steps.map(({ instruction }) => instruction)).toEqual(['Click “Lamps”', 'Click “Not recorded”'])
  expect(faults).toEqual([])
  await page.close()
})
