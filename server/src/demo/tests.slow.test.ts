/** The shop of the demo in a real browser: what its tests say of it is true. */
import { StepParams } from '@atrium/contract/flow-steps'
import { TestReport } from '@atrium/contract/test-runs'
import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { launchBrowser } from '../../../console/e2e/browser.ts'
import { receiveHttp } from '../../test/receivers.ts'
import { useStarted } from '../../test/use-started.ts'
import { demoSites } from './sites.ts'
import { demoTests } from './tests.ts'

const now = new Date('2026-11-17T10:00:00Z')
const { flows, runs } = demoTests(now)
const pages = useStarted(servePages)

test('one test is in words, one is exact, and each step is sound', () => {
  const [buying, signingIn, counting] = flows
  expect(buying?.steps.every(({ params }) => params === null)).toBe(true)
  expect(signingIn?.steps.every(({ params }) => params !== null)).toBe(true)
  expect(counting?.name).toMatch(/\(fails: /)
  for (const { steps } of flows) {
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
    for (const { params } of steps) expect(params === null || Value.Check(StepParams, params)).toBe(true)
  }
})

test('they begin at the site that is published here, once its address is known', () => {
  const address = 'http://127.0.0.1:8787/sites/app_demo_storefront/'
  const { flows } = demoTests(now, new Map([['app_demo_storefront', address]]))
  expect(new Set(flows.map(({ start_url }) => start_url))).toEqual(new Set([address]))
})

test('the runs are of the past, in their order, with reports of the form that others have', () => {
  for (const { id, name } of flows) {
    const own = runs.filter((run) => run.flow_id === id)
    expect(own.length, name).toBeGreaterThan(7)
    const ids = own.map((run) => run.id)
    expect(ids).toEqual(ids.toSorted())
  }
  for (const { report, completed_at, status, steps } of runs) {
    expect(completed_at?.getTime()).toBeLessThan(now.getTime())
    expect([...Value.Errors(TestReport, report)]).toEqual([])
    expect(steps.filter((step) => step.status === 'failed')).toHaveLength(status === 'failed' ? 1 : 0)
  }
})

test('there is something to compare: one flip by chance, and a fault since the last revision', () => {
  const statusesOf = (at: number) =>
    runs.filter((run) => run.flow_id === flows[at]?.id).map(({ status }) => status)
  expect(statusesOf(0).filter((status) => status === 'failed')).toHaveLength(1)
  expect(new Set(statusesOf(1))).toEqual(new Set(['passed']))
  expect(statusesOf(2).join()).toMatch(/^(passed,)+failed(,failed)*$/)
  const last = runs.filter((run) => run.flow_id === flows[2]?.id).at(-1)
  expect(last?.report?.last_good_execution_id).toMatch(/^exe_/)
  expect(last?.report?.differences.map(({ step_id, what }) => `${step_id} ${what}`)).toEqual([
    'total status',
    'total duration',
  ])
  const categories = runs.flatMap(({ report }) => report?.failure_category ?? [])
  expect(new Set(categories)).toEqual(new Set(['flaky', 'app_bug']))
})

test('the shop finds, adds, delivers and signs in', async () => {
  const { page, url } = pages
  await page.goto(url(1))
  await page.getByRole('searchbox').fill('table')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 product').waitFor()
  await page.getByRole('button', { name: 'Add Pine table to cart' }).click()
  await page.getByText('Pine table is in your cart').waitFor()
  await page.getByRole('link', { name: 'Cart (1)' }).click()
  await arrives(page, 'cart.html')
  await page.getByLabel('Deliver to').selectOption('Germany')
  await page.getByRole('button', { name: 'Update cart' }).click()
  await page.getByText('€ 680').waitFor()
  await page.getByRole('button', { name: 'Remove Pine table' }).click()
  await page.getByText('Your cart is empty').waitFor()

  await page.getByRole('link', { name: 'Sign in' }).click()
  await arrives(page, 'sign-in.html')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('at least 8 characters').waitFor()
  await page.getByLabel('Password').fill('a longer password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('status').getByText('You are signed in as ada@example.com.').waitFor()
})

test.each([
  ['the first revision counts the quantity', 0, '€ 480'],
  ['the second one has the fault that a test finds', 1, '€ 240'],
])('%s', async (_, revision, total) => {
  const { page, url } = pages
  await page.goto(url(revision))
  await page.getByRole('button', { name: 'Add Walnut chair to cart' }).click()
  await page.getByRole('link', { name: 'Cart (1)' }).click()
  await page.getByLabel('Quantity of Walnut chair').fill('2')
  await page.getByRole('button', { name: 'Update cart' }).click()
  await page.getByRole('link', { name: 'Cart (2)' }).waitFor()
  expect(await page.getByTestId('total').textContent()).toBe(total)
})

test('no page reports a problem or calls anybody else', () => {
  expect(pages.problems).toEqual([])
  expect([...pages.hosts]).toEqual([new URL(pages.url(0)).host])
})

/** With its script, which would undo what is chosen before it runs, and miss what is sent. */
const arrives = (page: Page, name: string) =>
  page.waitForURL(({ pathname }) => pathname.endsWith(`/${name}`), { waitUntil: 'load' })

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Both revisions below a path and in the sandbox without an origin, as they are served where nothing is set. */
async function servePages() {
  const [{ revisions } = { revisions: [] }] = demoSites(now)
  const server = await receiveHttp((request, response) => {
    const [, revision, name = ''] = new URL(request.url ?? '', 'http://shop').pathname.split('/')
    const content = (revisions[Number(revision)]?.files as Record<string, string> | undefined)?.[name]
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': `${TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain'}; charset=utf-8`,
      'content-security-policy': 'sandbox allow-scripts allow-forms allow-modals',
    })
    response.end(content)
  })
  const browser = await launchBrowser()
  const page: Page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  const hosts = new Set<string>()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('request', (request) => request.url().startsWith('http') && hosts.add(new URL(request.url()).host))
  return {
    page,
    problems,
    hosts,
    url: (revision: number) => `http://127.0.0.1:${server.port}/${revision}/index.html`,
    async stop() {
      await browser.close()
      await server.close()
    },
  }
}
