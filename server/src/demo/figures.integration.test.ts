/** The demo company as its owner sees it: what one page says, no other page contradicts. */
import { type Client, iterate } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { collectionsOf } from '../app.ts'
import { firstStart } from '../first-start.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const SHOP = { app_id: 'app_demo_storefront' }
const folder = useFolder()
let token = ''
let owner: Client
let now: Date
const app = useStarted(() =>
  createTestApp(
    { rate_limits: 'off', data_dir: folder },
    {
      beforeReady: async (_db, deps) => {
        const collections = collectionsOf({ data_dir: folder })
        const welcome = await firstStart({ ...deps, collections }, { archives: [], demo: true })
        token = welcome?.token ?? ''
      },
    },
  ),
)
beforeAll(() => {
  owner = app.as(token)
  now = app.clock.now()
})

const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)
const all = <T>(items: AsyncIterable<T>) => Array.fromAsync(items)
const dayOf = (moment: string) => moment.slice(0, 10)

test('several kinds of things need its owner, and not too many', async () => {
  const { items, counts } = await owner.attention.list({ limit: 100 })
  const kinds = [...new Set(items.map(({ kind }) => kind))].toSorted()
  expect(kinds).toEqual([
    'campaign_limited',
    'connection_expired',
    'member_at_limit',
    'run_failed',
    'terms_unaccepted',
    'test_failing',
    'token_expiring',
    'webhook_disabled',
  ])
  expect(items.filter(({ kind }) => kind === 'member_at_limit').length).toBeLessThan(6)
  expect(counts.critical).toBe(2)
})

describe('credits', () => {
  test('of the month are the same for the workspace, its members, its meter and in the ledger', async () => {
    const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString()
    const uses = await all(iterate(owner.credits.list, { since: begin, limit: 100 }))
    const members = await all(iterate(owner.members.list, { page_size: 100 }))
    const { workspace_credits_used } = await owner.credits.read()
    const { meters } = await owner.usage.read()
    const spent = sum(uses.map(({ amount }) => amount))
    expect(spent).toBeGreaterThan(0)
    expect(workspace_credits_used).toBe(spent)
    expect(sum(members.map(({ credits_used }) => credits_used))).toBe(spent)
    expect(meters.find(({ id }) => id === 'credits')?.used).toBe(spent)
    const byUser = Map.groupBy(uses, ({ user_id }) => user_id)
    const wrong = members.filter(
      ({ user_id, credits_used }) =>
        (credits_used ?? 0) !== sum((byUser.get(user_id ?? '') ?? []).map(({ amount }) => amount)),
    )
    expect(wrong).toEqual([])
  })

  test('of thirty days are the same by day, by kind, on the overview and in the ledger', {
    tags: 'slow',
  }, async () => {
    const { credits } = await owner.usage.read()
    const { dates, figures } = await owner.workspaces.overview({ days: DAYS })
    expect(credits.by_day.map(({ date }) => date)).toEqual(dates)
    expect(figures.credits_used?.by_day).toEqual(credits.by_day.map(({ amount }) => amount))
    expect(figures.credits_used?.value).toBe(sum(credits.by_kind.map(({ amount }) => amount)))
    expect(sum(credits.by_app.map(({ amount }) => amount))).toBe(figures.credits_used?.value)
    // More than a handful of days, so that the charts show something.
    expect(credits.by_day.filter(({ amount }) => amount > 0).length).toBeGreaterThan(DAYS / 2)
    expect(credits.by_app.filter(({ app_name }) => app_name === null)).toEqual([])
  })

  test('were last used when the directory says so, and by nobody above their limit', async () => {
    const members = await all(iterate(owner.members.list, { page_size: 100 }))
    for (const { user_id, last_active } of members.filter((one) => one.last_active).slice(0, 10)) {
      const { items } = await owner.credits.list({ user_id: user_id ?? '', limit: 1 })
      expect(items[0]?.created_date).toBe(`${last_active}Z`)
    }
    const above = members.filter(
      ({ credits_used, credit_limit }) => (credits_used ?? 0) > (credit_limit ?? 500),
    )
    expect(above).toEqual([])
  })

  test('of coding sessions are those of sessions that were completed', async () => {
    const uses = await all(iterate(owner.credits.list, { kind: 'coding_session' as const, limit: 100 }))
    const sessions = await all(iterate(owner.coding.list, SHOP, { limit: 50 }))
    expect(uses).toHaveLength(sessions.filter(({ state }) => state === 'completed').length)
  })
})

describe('visits', () => {
  test('are the same on the overview, in the log and among the events', async () => {
    const { dates, figures } = await owner.apps.overview(SHOP, { days: DAYS })
    const log = await owner.app_logs.stats(SHOP, { days: DAYS })
    const { rows } = await owner.events.aggregate(SHOP, {
      event_name: 'page_view',
      since: `${dates[0]}T00:00:00.000Z`,
      bucket: 'day',
    })
    const inLog = new Map(log.days.map(({ date, visits }) => [date, visits]))
    const among = new Map(rows.map(({ bucket, count }) => [dayOf(bucket ?? ''), count]))
    expect(log.visits).toBeGreaterThan(500)
    expect(figures.visits?.value).toBe(log.visits)
    expect(figures.visits?.by_day).toEqual(dates.map((date) => inLog.get(date) ?? 0))
    expect(figures.visits?.by_day).toEqual(dates.map((date) => among.get(date) ?? 0))
    expect(figures.active_users?.value).toBe(log.users)
  })
})

describe('deliveries', () => {
  test.each(['app_demo_helpdesk', 'app_demo_stock_watch'])(
    'of the webhook of %s are the same in the list, the charts and the overview',
    async (agent_id) => {
      const [webhook] = (await owner.webhooks.list({ agent_id })).items
      const at = { agent_id, webhook_id: webhook?.id ?? '' }
      const deliveries = await all(iterate(owner.deliveries.list, at, { limit: 100 }))
      const ended = (status: string) => deliveries.filter((one) => one.status === status).length
      const { items } = await owner.deliveries.stats(at, { by: 'day' })
      const { figures } = await owner.apps.overview({ app_id: agent_id }, { days: DAYS })
      expect(ended('succeeded')).toBeGreaterThan(10)
      expect(sum(items.map(({ succeeded }) => succeeded))).toBe(ended('succeeded'))
      expect(sum(items.map(({ failed }) => failed))).toBe(ended('failed'))
      expect(figures.deliveries_succeeded?.value).toBe(ended('succeeded'))
      expect(figures.deliveries_failed?.value).toBe(ended('failed'))
    },
  )

  test('failed as often as the webhook says that turned itself off, until that moment', async () => {
    const at = { agent_id: 'app_demo_helpdesk', webhook_id: 'whk_demo_tickets' }
    const webhook = await owner.webhooks.read(at)
    const deliveries = await all(iterate(owner.deliveries.list, at, { limit: 100 }))
    const attempts = deliveries
      .flatMap((one) => one.attempts)
      .toSorted((a, b) => a.started_at.localeCompare(b.started_at))
    const sinceGood = attempts.slice(attempts.findLastIndex(({ status_code }) => status_code === 200) + 1)
    expect(sinceGood).toHaveLength(webhook.consecutive_failures)
    expect(sinceGood.at(-1)?.started_at).toBe(webhook.disabled_at)
    expect(webhook.last_error?.status_code).toBe(sinceGood.at(-1)?.status_code)
  })
})

test('failed runs are as many on the overview as in the list', async () => {
  const { dates, figures } = await owner.workspaces.overview({ days: DAYS })
  const apps = await all(iterate(owner.apps.list, { limit: 100 }))
  const runs = await Promise.all(
    apps.map(({ id = '' }) =>
      all(iterate(owner.runs.list_all, { app_id: id }, { status: 'failed' as const })),
    ),
  )
  const since = `${dates[0]}T00:00:00.000Z`
  expect(figures.failed_runs?.value).toBe(
    runs.flat().filter(({ created_date }) => created_date >= since).length,
  )
})

test('spend is the same on the overview and in the report of the ads', async () => {
  const { figures } = await owner.apps.overview(SHOP, { days: 7 })
  const from = new Date(now.getTime() - 6 * DAY_MS).toISOString().slice(0, 10)
  const { cost_micros } = await owner.ads.dashboard(SHOP, {
    start_date: from,
    end_date: dayOf(now.toISOString()),
  })
  expect(figures.ad_spend?.value).toBe(cost_micros.value)
})
