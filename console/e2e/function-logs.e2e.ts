/** What functions write, as the console follows it; run by the real runtime. */
import type { Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { click, select } from './act.ts'
import { type Console, eventually, expectNoComplaints, screenshot, startConsole } from './console.ts'
import { APP, deployTo, functionsPath } from './function-steps.ts'
import { realFunctions } from './real-functions.ts'

let atrium: Console
let token: string
beforeAll(async () => {
  atrium = await startConsole({ rate_limits: 'off' }, { functionRuntime: realFunctions })
  token = (await atrium.app.anonymous.session.create(atrium)).token
})
afterAll(() => atrium?.stop())
afterEach(() => expectNoComplaints(atrium))

const api = () => atrium.app.as(token)

describe('logs', () => {
  const send = (text: string) => api().app(APP).functions.invoke('talk', { text })

  test('are followed while the page is looked at, and stay at the end', async () => {
    await deployTo(
      api(),
      'talk',
      `Deno.serve(async (request) => {
        const { text } = await request.json()
        for (const line of text.split('|')) (line.startsWith('!') ? console.error : console.log)(line)
        return new Response()
      })\n`,
    )
    const page = await atrium.open(functionsPath(atrium, '/talk/logs'), {})
    await page.getByRole('heading', { name: 'Nothing was written yet' }).waitFor()
    await send(Array.from({ length: 120 }, (_, n) => `line ${n}`).join('|'))
    const log = page.getByRole('log')
    await log.getByText('line 119', { exact: true }).waitFor()
    const fromEnd = () =>
      log.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight))
    await eventually(fromEnd).toBeLessThan(5)
    await screenshot(page, 'function-logs')
    await send('!the newest')
    await log.getByText('!the newest').waitFor()
    await eventually(fromEnd).toBeLessThan(5)
    expect(await log.getByText('line 119', { exact: true }).count()).toBe(1)

    // Who scrolled up to read stays there.
    await log.evaluate((node) => {
      node.scrollTop = 0
    })
    await send('while reading')
    await log.getByText('while reading').waitFor({ state: 'attached' })
    expect(await log.evaluate((node) => node.scrollTop)).toBe(0)

    await select(page, /Level$/, 'Errors')
    await log.getByText('!the newest').waitFor()
    await eventually(() => log.getByRole('listitem').count()).toBe(1)
    await log.getByRole('link', { name: /^Only req_/ }).click()
    await eventually(() => page.getByLabel('Search by request id').inputValue()).toMatch(/^req_/)
    await page.getByLabel('Search by request id').fill('req_nothing')
    await page.getByRole('heading', { name: 'No such lines' }).waitFor()
    await click('button', 'Clear filters')(page)
    await log.getByText('line 0', { exact: true }).waitFor({ state: 'attached' })
  })

  test('are not asked for by a page that is hidden, or that does not follow', async () => {
    const page = await atrium.open(functionsPath(atrium, '/talk/logs'), {})
    // Before the page sets any timer, so that all of them are moved.
    await page.clock.install()
    await page.reload()
    await page.getByRole('log').waitFor()
    let asked = 0
    let underWay = 0
    const isMeant = (request: Request) => request.url().includes('/functions-mgmt/talk/logs')
    page.on('request', (request) => {
      if (!isMeant(request)) return
      asked++
      underWay++
    })
    page.on('requestfinished', (request) => {
      if (isMeant(request)) underWay--
    })
    /** How often it asks in a minute, what was on its way before aside. */
    const askedInAMinute = async () => {
      await eventually(() => underWay).toBe(0)
      asked = 0
      for (let second = 0; second < 60; second += 6) {
        await page.clock.runFor(6_000)
        await eventually(() => underWay).toBe(0)
      }
      return asked
    }
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((to) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
        dispatchEvent(new Event('visibilitychange'))
      }, state)
    expect(await askedInAMinute()).toBeGreaterThan(5)
    await show('hidden')
    expect(await askedInAMinute()).toBe(0)
    await show('visible')
    expect(await askedInAMinute()).toBeGreaterThan(5)
    await page.getByText('Follow', { exact: true }).click()
    expect(await askedInAMinute()).toBe(0)
  })
})
