import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { click, select } from './act.ts'
import { type Console, eventually, ownerClient, screenshot, sharedConsole } from './console.ts'

const atrium = sharedConsole()

test('visits show by day, page and person, and are downloaded as shown', async () => {
  const { id: visited } = await (await ownerClient(atrium)).apps.create({ name: 'Visited' })
  await makeVisits(atrium, visited)
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${visited}/logs`)
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

/** Two rows of visits of today, by the same person. */
async function makeVisits({ app: { sql } }: Console, appId: string): Promise<void> {
  for (const page of ['Basket', 'Home'])
    await sql`insert into app_visits (id, app_id, page, user_id, user_email, visits, created_date)
      values (${`vis_${appId}_${page}`}, ${appId}, ${page}, 'usr_ada', 'ada@example.org', 2, now())`
}
