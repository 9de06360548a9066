import { test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, expectToFit, openAs, PHONE } from './console.ts'

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
