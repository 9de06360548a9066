/** Whose slots and connections a question to the records takes. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

/** Strangers have a fifth of it. */
const app = useApp({ rate_limits: 'off' }, { longestQueryMs: 3_000, maxConnections: 16 })
const { owner } = useTeam(app)

async function scene() {
  const made = await app.make.app(owner, { public_settings: 'public_with_login' })
  const at = { app_id: made.id, entity_name: 'Note' }
  const properties = { name: { type: 'string' }, text: { type: 'string' } }
  await app.as(owner).schemas.set({ app_id: made.id, name: 'Note' }, { properties })
  return { made, at }
}

/** Until the test ends or `end` is called. */
async function locked(lock: string) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const done = app.atrium.db.transaction().execute(async (tx) => {
    await sql.raw(lock).execute(tx)
    begin()
    await over
  })
  await begun
  onTestFinished(() => end())
  return async () => {
    end()
    await done
  }
}

test('users who signed up by themselves ask as strangers, invited ones as members', {
  tags: 'slow',
}, async () => {
  const { made, at } = await scene()
  const alone = await app.make.appUser(made)
  const invited = await app.make.appUser(made, { invited_date: app.clock.now() })
  // What they are is known before the table is locked.
  for (const { token } of [alone, invited]) await app.as(token).records.list(at)
  await locked('lock table records in access exclusive mode')
  const refused: string[] = []
  await Promise.all(
    Object.entries({ invited, alone }).map(([who, { token }]) =>
      expect(app.as(token).records.list(at))
        .rejects.toMatchObject({ code: 'query_too_slow' })
        .then(() => refused.push(who)),
    ),
  )
  expect(refused).toEqual(['alone', 'invited'])
})

test('upserts that wait for each other leave room for other questions of their app', {
  tags: 'slow',
}, async () => {
  const { at } = await scene()
  const { records } = app.as(owner)
  const { id } = await records.create(at, { name: 'a' })
  const end = await locked(`select from records where id = '${id}' for update`)
  const upserts = Array.from({ length: 10 }, (_, n) =>
    records.upsert(at, { key: 'name', records: [{ name: 'a', text: `${n}` }] }),
  )
  const waiting = async () =>
    (
      await app.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  await expect.poll(waiting).toBeGreaterThan(0)
  expect(await records.count(at)).toEqual({ count: 1 })
  expect(await waiting()).toBe(1)
  await end()
  expect((await Promise.all(upserts)).map(({ updated }) => updated)).toEqual(Array(10).fill(1))
})
