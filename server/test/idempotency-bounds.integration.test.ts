import { expect, test } from 'vitest'
import { webhookScene } from '../src/modules/webhooks/test/webhook-scene.ts'
import { keyStore } from '../src/platform/idempotency/store.ts'
import { holdClock } from './hold-clock.ts'
import { useStarted } from './use-started.ts'

const scene = useStarted(() => webhookScene())

test('of one caller only the newest keys are kept', async () => {
  const { app } = scene
  const store = keyStore(app.atrium.db)
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  const moment = { now: at(99), oldest: at(0) }
  for (let n = 1; n <= 6; n++) {
    const row = {
      id: `trim${n}`,
      caller: n === 6 ? 'other' : 'one',
      fingerprint: Buffer.of(1),
      answer: 'x'.repeat(10),
    }
    await store.add({ ...row, holder: null, lease_until: null, created_date: at(n) }, moment)
  }
  const left = async () =>
    (await app.sql<{ id: string }>`select id from idempotency_keys where id like 'trim%' order by id`).map(
      ({ id }) => id,
    )
  await store.trim('one', { keys: 4, bytes: 100 })
  expect(await left()).toEqual(['trim2', 'trim3', 'trim4', 'trim5', 'trim6'])
  await store.trim('one', { keys: 4, bytes: 25 })
  expect(await left()).toEqual(['trim4', 'trim5', 'trim6'])
})

test('what reached outside is done once a day at most, however long ago its lease ended', async () => {
  const { clock } = scene.app
  holdClock(clock)
  const { at } = await scene.webhook(scene.url('/once'))
  const send = () => scene.client.webhooks.test(at, { idempotency_key: 'once' })
  const first = await send()
  const day = 24 * 3600
  let age = 0
  for (const seconds of [1, 29, 30, 31, 3600, day - 1]) {
    clock.move(seconds - age)
    age = seconds
    expect(await send(), `after ${seconds} s`).toEqual(first)
    expect(scene.arrived('/once'), `after ${seconds} s`).toHaveLength(1)
  }
  clock.move(day - age)
  await send()
  expect(scene.arrived('/once')).toHaveLength(2)
})
