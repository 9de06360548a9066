import { MAX_RUNNING_SESSIONS } from '@atrium/contract/coding-sessions'
import { expect, test } from 'vitest'
import { holdClock } from '../../../../../test/hold-clock.ts'
import { transaction } from '../../../../platform/database/transaction.ts'
import { useSessions } from '../../test/session-scene.ts'
import { heldSessionStore, LEASE_SECONDS } from './held-session-store.ts'

const scene = useSessions()
const { app, at, owner, launch, start, ask, cancel } = scene

/** One more session that waits, younger than all before. */
const wait = async () => {
  app.clock.move(1)
  return (await launch()).id
}
const claim = async () => {
  const now = app.clock.now()
  const claimed = await transaction(app.atrium.db, (tx) => heldSessionStore(tx).claimOldest('worker', now))
  return claimed?.id
}
const newApp = async () => {
  const { id } = await app.make.app(owner)
  await scene.connect(id)
  return id
}

// The first, since what others leave would be claimed too.
test('an app has so many that run at a time; another app has its own, and a cancel finds room always', async () => {
  holdClock(app.clock)
  const ids: string[] = []
  for (let n = 0; n < MAX_RUNNING_SESSIONS + 2; n++) ids.push(await wait())
  for (const id of ids.slice(0, MAX_RUNNING_SESSIONS)) expect(await claim()).toBe(id)
  expect(await claim()).toBeUndefined()
  const full = at.app_id
  at.app_id = await newApp()
  const elsewhere = await wait()
  expect(await claim()).toBe(elsewhere)
  expect(await claim()).toBeUndefined()
  at.app_id = full
  await app.sql`update coding_sessions set state = 'cancelling' where id = ${ids.at(-1)}`
  expect(await claim()).toBe(ids.at(-1))
  expect(await claim()).toBeUndefined()
  // When the workers are lost, what they had comes before what still waits.
  app.clock.move(LEASE_SECONDS + 1)
  expect(await claim()).toBe(ids[0])
})

test('a branch is busy while another session of the app works on it or waits for an answer', async () => {
  const { id } = await launch()
  await start(id)
  const branch = `session/${id}`
  const isBusy = (session: { id?: string; app_id?: string } = {}) =>
    heldSessionStore(app.atrium.db).isBranchBusy(
      { id: 'cod_other', app_id: at.app_id, ...session } as never,
      branch,
    )
  expect([await isBusy(), await isBusy({ id }), await isBusy({ app_id: await newApp() })]).toEqual([
    ...[true, false, false],
  ])
  await ask(id)
  expect(await isBusy()).toBe(true)
  await cancel(id)
  expect(await isBusy()).toBe(false)
})

test('a worker has its session as long as its lease, and the time of a pass stands still without one', async () => {
  holdClock(app.clock)
  const id = await wait()
  await start(id)
  const store = heldSessionStore(app.atrium.db)
  const [mine, other] = [
    { id, worker: 'node' },
    { id, worker: 'other' },
  ]
  const isHeld = async (holder: typeof mine) => (await store.lockHeld(holder, app.clock.now())) !== undefined
  app.clock.move(50)
  expect(await store.extend(other, app.clock.now())).toBeUndefined()
  expect(await store.extend(mine, app.clock.now())).toEqual({ state: 'running' })
  app.clock.move(LEASE_SECONDS)
  expect([await isHeld(mine), await isHeld(other)]).toEqual([true, false])
  app.clock.move(540)
  expect(await isHeld(mine)).toBe(false)
  expect(await store.extend(mine, app.clock.now())).toBeUndefined()
  // Only what waits here may be claimed.
  await app.sql`update coding_sessions set tries = 99 where id <> ${id}`
  expect(await claim()).toBe(id)
  const { pass_started_at } = await scene.rowOf(id)
  // What counts ends with the last sign of the worker.
  expect(app.clock.now().getTime() - (pass_started_at?.getTime() ?? 0)).toBe(50_000)
})
