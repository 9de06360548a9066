import { SESSION_DAYS } from '@atrium/contract/coding-sessions'
import { expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../test/session-scene.ts'
import { purgeSessions } from './purge-sessions.ts'

const scene = useSessions()
const { app, at, owner, launch, start, ask, say, cancel, move } = scene
const purge = () =>
  purgeSessions.run({ db: app.atrium.db, clock: app.clock }, {}, {
    signal: new AbortController().signal,
  } as Parameters<typeof purgeSessions.run>[2])
const countsOf = async (id: string) => {
  const [row] = await app.sql`
    select (select count(*) from coding_session_events where session_id = ${id})::int as events,
           (select count(*) from coding_input_requests where session_id = ${id})::int as questions,
           (select count(*) from coding_messages where session_id = ${id})::int as messages`
  return row
}

test('sessions go 90 days after their end, with their keys; open ones stay', async () => {
  holdClock(app.clock)
  const old = await launch({}, 'old')
  await start(old.id)
  await ask(old.id)
  await say(old.id, { approve: true })
  await cancel(old.id)
  const open = await launch()
  app.clock.move(SESSION_DAYS * 86_400)
  await purge()
  expect(await countsOf(old.id)).toEqual({ events: 6, questions: 1, messages: 1 })
  const young = await launch()
  await cancel(young.id)
  app.clock.move(1)
  await purge()
  await expect(scene.read(old.id)).rejects.toEqual(refusal(404, 'coding_session_not_found'))
  expect(await countsOf(old.id)).toEqual({ events: 0, questions: 0, messages: 0 })
  expect((await scene.read(young.id)).state).toBe('cancelled')
  expect((await scene.read(open.id)).state).toBe('queued')
  expect((await launch({ title: 'Other' }, 'old')).id).not.toBe(old.id)
})

test('messages to the app builder go as long after their end', async () => {
  holdClock(app.clock)
  const insert = (id: string, state: string, ended: Date | null) => app.sql`
    insert into chat_messages (id, app_id, user_id, text, state, files, entities, turns, created_date, completed_at)
    values (${id}, ${at.app_id}, 'usr_gone', 'Do it', ${state}, '[]', '[]', '[]', ${app.clock.now()}, ${ended})`
  await insert('cht_old', 'completed', app.clock.now())
  await insert('cht_open', 'running', null)
  app.clock.move(SESSION_DAYS * 86_400 + 1)
  await insert('cht_young', 'failed', app.clock.now())
  await purge()
  const left = await app.sql<{ id: string }>`select id from chat_messages order by id`
  expect(left.map(({ id }) => id)).toEqual(['cht_open', 'cht_young'])
  await app.sql`delete from chat_messages`
})

test('of a deleted app sessions end, and nothing stays', async () => {
  const gone = at.app_id
  const ids: string[] = []
  for (const trigger of [null, 'start', 'ask', 'finish'] as const) {
    const { id } = await launch()
    ids.push(id)
    if (trigger) await start(id)
    if (trigger === 'ask') await ask(id)
    if (trigger === 'finish') await move(id, 'finish_with_changes')
  }
  at.app_id = (await app.make.app(owner)).id
  await scene.connect(at.app_id)
  const kept = await launch()
  await app.as(owner).apps.delete({ app_id: gone })
  await app.sql`delete from pgboss.job where name = 'coding.carry_out'`
  await app.atrium.jobs.drain()
  expect(await app.sql`select from coding_sessions where app_id = ${gone}`).toEqual([])
  expect(await app.sql`select from repositories where app_id = ${gone}`).toEqual([])
  expect(await app.sql`select from credit_holds where key = any(${ids})`).toEqual([])
  expect((await scene.read(kept.id)).state).toBe('queued')
})
