/** The visits of an app in the console. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { click, select } from './act.ts'
import { consoleForFile, eventually, expectToFit, openAs, PHONE, screenshot } from './console.ts'
import { makeVisits } from './visit-list-steps.ts'

const atrium = consoleForFile({ rate_limits: 'off' })
const ORDERS = 'app_demo_orders'
const logs = (app: string) => `/w/${atrium.workspaceId}/apps/${app}/logs`

/** One without the visits of the demo company. */
async function newApp(name: string): Promise<string> {
  const { token } = await atrium.app.anonymous.session.create(atrium)
  return (await atrium.app.as(token).apps.create({ name })).id
}

test('an app without visits says how they are sent', async () => {
  const quiet = await newApp('Quiet')
  const page = await atrium.open(logs(quiet))
  await page.getByRole('heading', { name: 'No visits yet' }).waitFor()
  await page.getByText(`app_id: '${quiet}'`).waitFor()
  await page.getByText('logUserInApp').waitFor()
  await expectAccessible(page)
})

test('visits show by day, page and person, and are downloaded as they are shown', async () => {
  const visited = await newApp('Visited')
  await makeVisits(atrium, visited)
  const page = await atrium.open(logs(visited))
  const visits = page.getByRole('table', { name: 'Visits', exact: true })
  await visits.getByRole('rowheader', { name: 'Basket' }).waitFor()
  await page.getByText('4 visits, 1 person signed in').waitFor()
  // Today is not over.
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(
    /, so far: Visits 4, People 1$/,
  )
  await screenshot(page, 'logs')
  await select(page, /Page$/, 'Home')
  await eventually(() => visits.getByRole('rowheader').allInnerTexts()).toEqual(['Home'])
  await click('button', 'Only visits of ada@example.org')(page)
  await page.getByText('Visits of ada@example.org only.').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), click('button', 'Download CSV')(page)])
  const file = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(file[0]).toBe('created_date,page,user_id,user_email,visits')
  expect(file.slice(1)).toEqual([expect.stringMatching(/,Home,usr_ada,ada@example.org,2$/)])
  await click('button', 'Clear filters')(page)
  await eventually(() => visits.getByRole('rowheader').count()).toBe(2)
})

test('the page is for editors', async () => {
  const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
  const page = await openAs(atrium, viewer, logs(ORDERS))
  await page.getByRole('heading', { name: 'For editors' }).waitFor()
})

test('it fits and is accessible, in light, in dark and on a phone', async () => {
  const shown = (page: Parameters<typeof expectAccessible>[0]) =>
    page.getByRole('table', { name: 'Visits', exact: true }).waitFor()
  await expectToFit(atrium, [{ name: 'logs', path: logs(ORDERS), shown }])
  for (const options of [{ colorScheme: 'dark' as const }, PHONE]) {
    const page = await atrium.open(logs(ORDERS), options)
    await shown(page)
    await expectAccessible(page)
  }
})
