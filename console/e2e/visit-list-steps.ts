/** As list-steps.ts, for the visits of an app; those of Ada have to be there, two rows of them. */
import { click, select } from './act.ts'
import type { Console } from './console.ts'
import { CURSOR, type List } from './list-steps.ts'

const DAY_MS = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)

/** Two visits of today, by the same person. */
export async function makeVisits({ app: { sql } }: Console, appId: string): Promise<void> {
  for (const page of ['Basket', 'Home'])
    await sql`insert into app_visits (id, app_id, page, user_id, user_email, visits, created_date)
      values (${`vis_${appId}_${page}`}, ${appId}, ${page}, 'usr_ada', 'ada@example.org', 2, now())`
}

/** `app` is the path of the app. */
export function visitLists(app: string): List[] {
  const page = { limit: '50' }
  const since = () => `${today()}T00:00:00.000Z`
  const until = () => new Date(Date.parse(since()) + DAY_MS).toISOString()
  const home = { ...page, page: 'Home' }
  const ada = { ...home, user_id: 'usr_ada' }
  const typeDay = (label: string) => async (at: Parameters<ReturnType<typeof click>>[0]) => {
    const field = at.getByLabel(`${label} this day, in UTC`)
    await field.fill(today())
    await field.press('Enter')
  }
  return [
    {
      path: `${app}/logs`,
      operation: 'app_logs.list',
      view: 'AppLogsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: click('button', 'Next'), asks: { ...page, cursor: CURSOR } },
        { does: 'shows those of a page', act: (at) => select(at, /Page$/, 'Home'), asks: home },
        {
          does: 'shows those of a person',
          act: click('button', 'Only visits of ada@example.org'),
          asks: ada,
        },
        { does: 'shows those since a day', act: typeDay('From'), asks: { ...ada, since: since() } },
        {
          does: 'shows those up to a day',
          act: typeDay('To'),
          asks: { ...ada, since: since(), until: until() },
        },
        {
          does: 'counts more days',
          operation: 'app_logs.stats',
          act: (at) => select(at, /Days of the chart$/, 'Last 90 days'),
          asks: { days: '90' },
        },
      ],
    },
  ]
}
