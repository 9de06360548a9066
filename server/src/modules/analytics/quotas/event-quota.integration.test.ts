/** How many events a day an app and a workspace may send. */
import { beforeAll, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { QUOTAS } from '../../../tenancy/quotas/usual-quotas.ts'

const LIMITS = { 'app.events_a_day': 10, 'app.anonymous_events_a_day': 4, 'workspace.events_a_day': 12 }
const quotas = { ...QUOTAS, ...LIMITS }

const app = useApp({ rate_limits: 'off', quotas })
beforeAll(async () => {
  // Whatever the time of the day, what follows is not at its end.
  const { clock } = app
  clock.move(24 * 60 * 60 - ((clock.now().getTime() / 1000) % (24 * 60 * 60)) + 60)
})

async function scene(owner?: Person) {
  const person = owner ?? (await app.make.person('owner'))
  const { id: app_id } = await app.make.app(person, { public_settings: 'public_without_login' })
  return { person, app_id, events: app.as(person).events }
}
type Events = SharedApp['anonymous']['events']
const track = (events: Events, app_id: string, count: number) =>
  events.track({ app_id }, { events: Array.from({ length: count }, () => ({ event_name: 'seen' })) })

/** What all nodes took is read behind the requests: sent one by one until it is refused. */
async function refused(events: Events, app_id: string) {
  const outcome = () =>
    track(events, app_id, 1).then(
      () => null,
      ({ status, code, body, retry_after }) => ({ status, code, quota: body.quota, retry_after }),
    )
  await expect.poll(outcome).not.toBeNull()
  return outcome()
}
const by = (quota: keyof typeof LIMITS) => ({
  status: 429,
  code: 'daily_quota_exceeded',
  quota,
  retry_after: expect.any(Number),
})

test('an app takes so many a day, and again on the next', async () => {
  const { app_id, events } = await scene()
  await track(events, app_id, 10)
  const answer = await refused(events, app_id)
  expect(answer).toEqual(by('app.events_a_day'))
  expect(answer?.retry_after).toBeGreaterThan(23 * 60 * 60)
  expect(answer?.retry_after).toBeLessThanOrEqual(24 * 60 * 60)
  app.clock.move(24 * 60 * 60)
  expect(await track(events, app_id, 1)).toMatchObject({ accepted: 1 })
})

test('those of nobody are fewer, and leave room for the others', async () => {
  const { app_id, events } = await scene()
  await track(app.anonymous.events, app_id, 4)
  expect(await refused(app.anonymous.events, app_id)).toEqual(by('app.anonymous_events_a_day'))
  expect(await track(events, app_id, 1)).toMatchObject({ accepted: 1 })
})

test('what is written piece by piece is added up, and that of nobody is part of what the app takes', {
  tags: 'slow',
}, async () => {
  const { app_id, events } = await scene()
  const written = () => app.sql`select events, anonymous from event_usage where app_id = ${app_id}`
  for (const anonymous of [1, 2, 3]) {
    await track(app.anonymous.events, app_id, 1)
    await expect.poll(written).toEqual([{ events: anonymous, anonymous }])
  }
  expect(await refused(app.anonymous.events, app_id)).toEqual(by('app.anonymous_events_a_day'))
  expect(await track(events, app_id, 1)).toMatchObject({ accepted: 1 })
})

test('what was taken the day before is no part of the next one, of the app and of its workspace', async () => {
  const first = await scene()
  const second = await scene(first.person)
  const today = async (app_id: string) => {
    const day = app.clock.now().toISOString().slice(0, 10)
    return app.sql`select events from event_usage where app_id = ${app_id} and day = ${day}`
  }
  await track(first.events, first.app_id, 10)
  await track(second.events, second.app_id, 2)
  for (const { app_id } of [first, second]) await expect.poll(() => today(app_id)).toHaveLength(1)
  app.clock.move(24 * 60 * 60)
  // What is known of the day is known when what was taken then has been written twice.
  for (const events of [1, 2]) {
    await track(first.events, first.app_id, 1)
    await expect.poll(() => today(first.app_id)).toEqual([{ events }])
  }
  expect(await track(first.events, first.app_id, 3)).toMatchObject({ accepted: 3 })
})

test('all apps of a workspace have a quota together, on all nodes', { tags: 'slow' }, async () => {
  const first = await scene()
  const second = await scene(first.person)
  const node = await startApp({ database_url: app.databaseUrl, rate_limits: 'off', quotas })
  node.clock.move((app.clock.now().getTime() - Date.now()) / 1000)
  await track(first.events, first.app_id, 9)
  const written = () => app.sql`select events from event_usage where app_id = ${first.app_id}`
  await expect.poll(written).toEqual([{ events: 9 }])
  await track(node.as(first.person).events, second.app_id, 3)
  expect(await refused(node.as(first.person).events, second.app_id)).toEqual(by('workspace.events_a_day'))
})
