import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppPerson, Person } from '../../server/test/make.ts'
import { consoleForFile, eventually, expectNoSidewaysScroll, openAs, screenshot } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })
let owner: Person
let app: { id: string }
let shopper: AppPerson
beforeAll(async () => {
  const { make } = atrium.app
  owner = await make.person('owner')
  app = await make.app(owner, { name: 'Shop', public_settings: 'public_with_login' })
  shopper = await make.appUser(app)
})

const users = () => `/w/${owner.workspace_id}/apps/${app.id}/analytics`

test('the script for pages has at most 3 kB, compressed', () => {
  const script = readFileSync(new URL('../dist/analytics.js', import.meta.url))
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(3 * 1024)
})

describe('a page of an app with the script', () => {
  let site: Server
  let address: string
  beforeAll(async () => {
    site = createServer((_request, response) => {
      const script = `<script async src="${atrium.app.baseUrl}/analytics.js" data-app="${app.id}"></script>`
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,">${script}`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site.close())

  const sent = async () => {
    const { items } = await atrium.app.as(owner).events.query({ app_id: app.id }, { limit: 50 })
    return items.map(({ event_name, page_url, user_id }) => ({
      event_name,
      path: new URL(page_url ?? '').pathname,
      user_id,
    }))
  }

  test('tells of its pages, of what it is asked to, and of who is there', async () => {
    const page = await atrium.visit(`${address}/cart`)
    await page.waitForFunction(() => 'atrium' in window)
    await page.evaluate(() => history.pushState({}, '', '/checkout'))
    await eventually(async () => (await sent()).map(({ path }) => path).sort()).toEqual([
      '/cart',
      '/checkout',
    ])

    await page.evaluate((token) => {
      const { atrium } = window as unknown as {
        atrium: { setToken(t: string): void; track(n: string): void }
      }
      atrium.setToken(token)
      atrium.track('bought')
    }, shopper.token)
    // It leaves at once: what waits goes all the same.
    await page.goto('about:blank')
    const bought = { event_name: 'bought', path: '/checkout', user_id: shopper.id }
    await eventually(sent).toContainEqual(bought)
    await page.close()
  })

  test('tells nobody what the address brings to sign in with', async () => {
    const page = await atrium.visit(`${address}/back?access_token=aps_1#/deep&access_token=aps_2&state=s`)
    await page.waitForFunction(() => 'atrium' in window)
    await page.evaluate(() => history.pushState({}, '', '/next'))
    const { events } = atrium.app.as(owner)
    const items = async () => (await events.query({ app_id: app.id }, { limit: 50 })).items
    const last = { page_url: `${address}/next`, properties: { referrer: '/back#/deep' } }
    await eventually(items).toContainEqual(
      expect.objectContaining({ ...last, properties: expect.objectContaining(last.properties) }),
    )
    expect(JSON.stringify(await items())).not.toContain('aps_')
    await page.close()
  })
})

describe('the counts of users', () => {
  test('show this moment and change by themselves', async () => {
    const page = await openAs(atrium, owner, users())
    const live = page.locator('label').filter({ hasText: 'Live now' })
    await eventually(() => live.textContent()).toContain('Live now0')
    await atrium.app
      .as(shopper.token)
      .events.track({ app_id: app.id }, { events: [{ event_name: '__user_heartbeat_event__' }] })
    await eventually(() => live.textContent()).toContain('Live now1')
    await screenshot(page, 'analytics-users')
    await page.close()
  })

  test('say which of them could not be read, instead of 0', async () => {
    const page = await openAs(atrium, owner, `/w/${owner.workspace_id}/apps/${app.id}`)
    await page.route('**/analytics/stats/users', (route) =>
      route.fulfill({
        json: { active_users: 0, live_users: 3, inactive_7d: 1, inactive_30d: 0 },
        headers: { 'x-stats-degraded': 'active_users' },
      }),
    )
    await page.getByRole('link', { name: 'Analytics' }).click()
    await page.getByText('Cannot be read right now').waitFor()
    expect(await page.getByText('Cannot be read right now').count()).toBe(1)
  })
})

describe('the event explorer', () => {
  test('of an app that sends nothing says how to begin', async () => {
    const quiet = await atrium.app.make.app(owner)
    const page = await openAs(atrium, owner, `/w/${owner.workspace_id}/apps/${quiet.id}/analytics/events`)
    await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor()
    expect(await page.locator('pre').first().textContent()).toContain(`data-app="${quiet.id}"`)
    await page.close()
  })

  test('fits a phone and the dark', async () => {
    const page = await openAs(atrium, owner, `${users()}/events`, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.getByText('Events by day').first().waitFor()
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'analytics-events-phone')
    await page.goto(users())
    await page.getByRole('radio', { name: /Active/ }).waitFor()
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'analytics-users-phone')
    await page.close()
  })
})
