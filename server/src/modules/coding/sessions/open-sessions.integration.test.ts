/** What counts as open, and that all of many go. */
import { MAX_OPEN_SESSIONS, SESSION_DAYS } from '@atrium/contract/coding-sessions'
import { expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../test/session-scene.ts'
import { purgeSessions } from './purge-sessions.ts'

const scene = useSessions()
const { app, at, owner, launch, start, ask, say, cancel, move } = scene

const started = async () => {
  const { id } = await launch()
  await start(id)
  return id
}
const deleteApp = async () => {
  await app.as(owner).apps.delete({ app_id: at.app_id })
  await app.sql`delete from pgboss.job where name = 'coding.carry_out'`
  await app.atrium.jobs.drain()
}
/** So many that have ended, in the app of the test. */
async function makeEnded(count: number): Promise<void> {
  const { id } = await launch()
  await cancel(id)
  await app.sql`
    insert into coding_sessions
    select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n, 'launch_key', s.launch_key || n))).*
      from coding_sessions s, generate_series(2, ${count}::int) n where s.id = ${id}`
}
const count = async () => (await app.sql`select from coding_sessions where app_id = ${at.app_id}`).length

test('every open session takes a place in the queue; those that ended or are of another app take none', async () => {
  const own = at.app_id
  at.app_id = (await app.make.app(owner)).id
  await scene.connect(at.app_id)
  await launch()
  at.app_id = own
  await cancel((await launch()).id)
  await started()
  await ask(await started())
  await move(await started(), 'finish_with_changes')
  await cancel(await started())
  for (let n = 4; n < MAX_OPEN_SESSIONS; n++) await launch()
  await expect(launch()).rejects.toEqual(refusal(409, 'session_queue_full'))
})

test('one that is being cancelled when its app is deleted gives its credits back', async () => {
  const id = await started()
  expect((await cancel(id)).state).toBe('cancelling')
  expect(await scene.holds()).toBe(1)
  await deleteApp()
  expect(await app.sql`select from credit_holds where key = ${id}`).toEqual([])
})

test('of a deleted app all go, however many there are', async () => {
  await makeEnded(201)
  expect(await count()).toBe(201)
  await deleteApp()
  expect(await count()).toBe(0)
})

test('all that ended long ago go in one night, however many there are', async () => {
  holdClock(app.clock)
  await makeEnded(201)
  app.clock.move(SESSION_DAYS * 86_400 + 1)
  const { db } = app.atrium
  const context = { attempt: 1, signal: new AbortController().signal }
  await purgeSessions.run({ db, clock: app.clock }, {}, context)
  expect(await count()).toBe(0)
})

test('another answer under the same key is refused, whatever part of it is another', async () => {
  const id = await started()
  await ask(id)
  await say(id, { approve: true }, 'approval')
  const conflict = refusal(409, 'idempotency_conflict')
  await expect(say(id, { approve: false }, 'approval')).rejects.toEqual(conflict)
  const options = ['Red', 'Blue'].map((label) => ({ label, description: null }))
  const answers = (answer: object) => ({ answers: [{ question_index: 0, ...answer }] })
  for (const [key, first, second] of [
    ['custom', answers({ custom_text: 'Red' }), answers({ custom_text: 'Blue' })],
    ['label', answers({ selected_label: 'Red' }), answers({ selected_label: 'Blue' })],
    ['labels', answers({ selected_labels: ['Red'] }), answers({ selected_labels: ['Blue'] })],
  ] as const) {
    await ask(id, [{ prompt: 'Which?', options, multiple: true }])
    const sent = await say(id, first, key)
    expect(await say(id, first, key)).toEqual(sent)
    await expect(say(id, second, key)).rejects.toEqual(conflict)
  }
})

test('of a session that asked several times only the question that is open needs somebody', async () => {
  const asking = async () =>
    (await app.as(owner).attention.list({ kind: 'session_needs_input', app_id: at.app_id })).items
  const id = await started()
  await ask(id)
  const [first] = await asking()
  await say(id, { approve: true })
  expect(await asking()).toEqual([])
  await ask(id, [{ prompt: 'Which?', options: null, multiple: false }])
  const items = await asking()
  expect(items).toMatchObject([{ detail: expect.stringContaining('question'), subject: { id } }])
  expect(items[0]?.id).not.toBe(first?.id)
})
