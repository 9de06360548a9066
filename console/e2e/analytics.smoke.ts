import { expect, test } from 'vitest'
import { eventually, goTo, screenshot, sharedConsole } from './console.ts'

const atrium = sharedConsole()

test('the event explorer counts, sums, groups and shows events', async () => {
  const { make } = atrium.app
  const owner = await make.person('owner', { id: atrium.workspaceId })
  const app = await make.app(owner, { name: 'Shop', public_settings: 'public_with_login' })
  const shopper = await make.appUser(app)
  const explorer = `/w/${owner.workspace_id}/apps/${app.id}/analytics/events`
  const timestamp = atrium.app.clock.now().toISOString() // one moment, so that no day ends between them
  const events = [
    { plan: 'pro', total: 10 },
    { plan: 'pro', total: 20 },
    { plan: 'free', total: 5 },
  ].map((properties) => ({ event_name: 'subscribed', properties, user_id: shopper.id, timestamp }))
  await atrium.app.as(owner).events.track({ app_id: app.id }, { events })
  const page = await atrium.open(`${explorer}?event=subscribed&days=7`)
  await page.getByText('Events by day').first().waitFor()
  await page.getByText('Show the numbers').click()
  const numbers = page.getByRole('table', { name: 'Events by day' })
  await eventually(() => numbers.getByRole('row').allTextContents()).toContainEqual(
    expect.stringMatching(/3$/),
  )

  await goTo(page, `${explorer}?event=subscribed&days=7&measure=sum&property=total&by=properties.plan`)
  await page.getByText('Sum of total by day').first().waitFor()
  const groups = page.getByRole('region', { name: 'By value' }).getByRole('listitem')
  await eventually(() => groups.allTextContents()).toEqual(['pro30', 'free5'])

  const newest = page.getByRole('table', { name: 'Events', exact: true })
  await eventually(() => newest.getByRole('rowheader').count()).toBe(3)
  await newest.getByRole('button').first().click()
  await page.getByText('"plan": "free"').waitFor()
  await screenshot(page, 'analytics-events')
})
