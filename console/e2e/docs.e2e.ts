import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, expectNoSidewaysScroll, heading, PHONE, screenshot } from './console.ts'

/** A stranger has no session, and the page asks for one. */
const atrium = consoleForFile({}, /401 \(Unauthorized\) \/api\/auth\/me$/)
const MOST_BYTES = 600_000

test('guides and reference open for a stranger within 600 kB on the wire', async () => {
  const page = await atrium.visit('/sign-in')
  const network = await page.context().newCDPSession(page)
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto('/docs')
  await heading(page, 'Guides and API')
  const contents = page.getByRole('navigation', { name: 'Guides and operations' })
  await contents.getByRole('link', { name: 'Entities', exact: true }).click()
  await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
  await contents.getByRole('link', { name: 'records', exact: true }).click()
  await heading(page, 'records')
  console.log(`guides and reference: ${bytes} bytes`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
})

test('a guide shows tables and examples with this address, and links to others', async () => {
  const page = await atrium.visit('/docs/assistants')
  await heading(page, 'For coding assistants')
  await page.getByText(`createClient({ baseUrl: '${atrium.app.baseUrl}'`).waitFor()
  await page.getByRole('article').getByRole('link', { name: 'app users' }).click()
  await page.waitForURL('**/docs/app-users')
  await page.goBack()
  await heading(page, 'For coding assistants')
  await expectAccessible(page)
  await screenshot(page, 'docs-guide')
  await page.goto('/docs/self-hosting')
  await page.getByRole('table').first().waitFor()
  await expectAccessible(page)
})

test('a signed-in reader gets a token into the examples, which works and ends', async () => {
  const page = await atrium.open('/docs/api/apps')
  await page.getByRole('button', { name: 'Put a token into the examples' }).click()
  await page.getByText('The examples carry a token of yours').waitFor()
  const token = /Bearer (pat_[\w-]+)/.exec((await page.locator('pre').first().textContent()) ?? '')?.[1] ?? ''
  const tokens = await atrium.app.as(token).tokens.list({ limit: 1 })
  expect(tokens.items[0]).toMatchObject({ name: 'examples in the guides', expires_at: expect.any(String) })
  await page.reload()
  await heading(page, 'apps')
  expect(await page.content()).not.toContain(token)
})

test.each(['/docs', '/docs/self-hosting', '/docs/api/ads'])('%s fits on a phone', async (path) => {
  const page = await atrium.visit(path, PHONE)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('navigation', { name: 'Guides and operations' }).waitFor()
  await expectAccessible(page)
  await leave(page)
})

test('a guide that there is not is said to be missing', async () => {
  const page = await atrium.visit('/docs/nothing')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})

/** The list closes when a page is chosen. */
async function leave(page: Page): Promise<void> {
  const contents = page.getByRole('navigation', { name: 'Guides and operations' })
  await contents.getByRole('link', { name: 'Entities', exact: true }).click()
  await heading(page, 'Entities')
  await page.getByRole('navigation', { name: 'Guides and operations' }).waitFor({ state: 'hidden' })
}
