/** Launches that are still open, and how long those are kept that came to nothing. */
import { MAX_UNSETTLED_LAUNCHES } from '@atrium/contract/ads-accounts'
import { expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { createAdvertisers } from '../test/advertiser.ts'
import { purgeEndedLaunches } from './launch-store.ts'

const world = useStarted(createAdvertisers)
const OPEN = ['started', 'account_sent', 'campaign_sent', 'enable_sent', 'outcome_unknown']
const ENDED = ['done', 'rejected', 'released']

async function insert(app_id: string, name: string, state: string, minutesAgo: number) {
  const made = new Date(world.app.clock.now().getTime() - minutesAgo * 60_000)
  const [step, since] = state === 'outcome_unknown' ? ['campaign', made] : [null, null]
  await world.app.sql`
    insert into ad_launches (id, app_id, draft_key, reference, state, unknown_step, unknown_since, input,
                             created_date, updated_date)
    values (${`lch_${app_id}_${name}`}, ${app_id}, ${`draft:${name}`}, ${`${app_id} ${name}`}, ${state}, ${step},
            ${since}, ${JSON.stringify({ name })}::jsonb, ${made}, ${made})`
}
const unsettled = async ({ owner, app_id }: Awaited<ReturnType<typeof world.advertiser>>) =>
  (await world.app.as(owner).ads.launch_readiness({ app_id })).unsettled_launches.map(
    ({ campaign_name }) => campaign_name,
  )

test('every launch of the app that is open is shown, the newest first, and so many at most', async () => {
  const [shop, other] = [await world.advertiser(), await world.advertiser()]
  await insert(other.app_id, 'theirs', 'started', 1)
  for (const [at, state] of [...OPEN, ...ENDED].entries()) await insert(shop.app_id, state, state, 100 - at)
  expect(await unsettled(shop)).toEqual(OPEN.toReversed())
  for (let n = 0; n < MAX_UNSETTLED_LAUNCHES; n++) await insert(shop.app_id, `new ${n}`, 'started', n)
  expect(await unsettled(shop)).toEqual(Array.from({ length: MAX_UNSETTLED_LAUNCHES }, (_, n) => `new ${n}`))
  expect(await unsettled(other)).toEqual(['theirs'])
})

test('only what came to nothing is forgotten; a draft that may be a campaign stays taken', async () => {
  const { app_id } = await world.advertiser()
  const left = async () =>
    (await world.app.sql<{ state: string }>`select state from ad_launches where app_id = ${app_id}`)
      .map(({ state }) => state)
      .sort()
  for (const state of [...OPEN, ...ENDED]) await insert(app_id, state, state, 1_000)
  const { db } = world.app.atrium
  const before = (minutes: number) => new Date(world.app.clock.now().getTime() - minutes * 60_000)
  expect(await purgeEndedLaunches(db, before(1_001), 100)).toBe(0)
  expect(await purgeEndedLaunches(db, before(999), 100)).toBe(2)
  expect(await left()).toEqual([...OPEN, 'done'].sort())
})
