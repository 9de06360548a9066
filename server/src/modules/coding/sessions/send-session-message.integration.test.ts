import type { Question } from '@atrium/contract/coding-messages'
import { MAX_OPEN_SESSIONS, MAX_SESSION_EVENTS } from '@atrium/contract/coding-sessions'
import { describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../test/session-scene.ts'

const scene = useSessions()
const { app, at, owner, editor, viewer, stranger, launch, say, ask, start, move, read, rowOf } = scene

const NONE = 'cod_06bcz0k3v4n8q1t5w7x9y2a3b4'
const COLOURS: Question = {
  prompt: 'Which colour?',
  options: [
    { label: 'Red', description: null },
    { label: 'Blue', description: 'Like the sea' },
  ],
  multiple: false,
}
const running = async () => {
  const { id } = await launch()
  await start(id)
  return id
}
const ended = async () => {
  const id = await running()
  await move(id, 'finish_without_changes', { outcome: 'answer', summary: 'Done.' })
  return id
}
const events = async (session_id: string) =>
  (await scene.client().coding.events({ app_id: at.app_id, session_id })).items
const message = (session_id: string, input_id: string) =>
  scene.client().coding.read_message({ app_id: at.app_id, session_id, input_id })

describe('coding.message refuses', () => {
  test('those who cannot edit the app, and sessions that are not there', async () => {
    const id = await running()
    await expect(say(id, { text: 'Hi' }, 'k', app.as(viewer))).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(say(id, { text: 'Hi' }, 'k', app.as(stranger))).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    await expect(say(NONE, { text: 'Hi' })).rejects.toEqual(refusal(404, 'coding_session_not_found'))
    await expect(message(id, NONE)).rejects.toEqual(refusal(404, 'session_message_not_found'))
    await expect(message(NONE, NONE)).rejects.toEqual(refusal(404, 'coding_session_not_found'))
    const other = { app_id: at.app_id, session_id: id, input_id: NONE }
    await expect(app.as(stranger).coding.read_message(other)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('one that says nothing, or more than it may', async () => {
    const id = await running()
    for (const body of [{}, { text: null }, { answers: [] }])
      await expect(say(id, body)).rejects.toMatchObject(invalidAt('body', 'text'))
    // Before anything is looked for.
    await expect(say(NONE, {})).rejects.toMatchObject(invalidAt('body', 'text'))
    await expect(say(id, { text: '' })).rejects.toMatchObject(invalidAt('body', 'text'))
    await expect(say(id, { text: 'x'.repeat(20_001) })).rejects.toMatchObject(invalidAt('body', 'text'))
  })

  test('to a session that holds as many events as one may', async () => {
    const id = await ended()
    await app.sql`update coding_sessions set last_seq = ${MAX_SESSION_EVENTS} where id = ${id}`
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(409, 'session_full'))
    expect((await read(id)).state).toBe('completed')
  })

  test('while the session can take none', async () => {
    const { id } = await launch()
    await expect(say(id, { text: 'Hi' })).rejects.toEqual(refusal(409, 'session_busy'))
    await start(id)
    await say(id, { text: 'First' })
    await expect(say(id, { text: 'Second' })).rejects.toEqual(refusal(409, 'session_busy'))
    await move(id, 'finish_with_changes')
    await expect(say(id, { text: 'Third' })).rejects.toEqual(refusal(409, 'session_busy'))
    await move(id, 'cancel')
    await expect(say(id, { text: 'Fourth' })).rejects.toEqual(refusal(409, 'session_busy'))
  })

  test('an answer to what is not open any more', async () => {
    const id = await running()
    for (const body of [{ approve: true }, { answers: [{ question_index: 0, custom_text: 'Red' }] }])
      await expect(say(id, body)).rejects.toEqual(refusal(409, 'input_request_changed'))
    const first = await ask(id)
    await say(id, { approve: true, input_request_id: first })
    const late = { approve: true, input_request_id: first }
    await expect(say(id, late)).rejects.toEqual(refusal(409, 'input_request_changed'))
    await ask(id)
    await expect(say(id, late)).rejects.toEqual(refusal(409, 'input_request_changed'))
    expect((await read(id)).state).toBe('needs_input')
  })

  test('an answer after 72 hours, though nobody has ended the session yet', async () => {
    holdClock(app.clock)
    const id = await running()
    await ask(id)
    app.clock.move(72 * 3_600 - 1)
    const other = await running()
    await ask(other)
    app.clock.move(1)
    await expect(say(id, { approve: true })).rejects.toEqual(refusal(409, 'input_request_changed'))
    expect((await say(other, { approve: true })).state).toBe('delivered')
  })

  test('nothing after 72 hours: the session has failed, and costs nothing', async () => {
    holdClock(app.clock)
    const id = await running()
    await ask(id)
    app.clock.move(72 * 3_600 - 1)
    await scene.resume()
    expect((await read(id)).state).toBe('needs_input')
    app.clock.move(2)
    await scene.resume()
    expect(await read(id)).toMatchObject({ state: 'failed', error_code: 'input_timeout' })
    expect([await scene.holds(), await scene.uses()]).toEqual([0, 0])
  })

  test('to go on without the repository, room or credits', async () => {
    const id = await ended()
    await app.sql`delete from repositories where app_id = ${at.app_id}`
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(409, 'repository_not_connected'))
    await scene.connect(at.app_id, 'acme/other')
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(409, 'repository_mismatch'))
    await app.sql`update repositories set full_name = 'acme/shop', provider = 'gitea' where app_id = ${at.app_id}`
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(409, 'repository_mismatch'))
    await app.sql`update repositories set provider = 'local' where app_id = ${at.app_id}`
    await app.sql`update workspaces set monthly_limit = 10 where id = ${owner.workspace_id}`
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(402, 'credits_exhausted'))
    await app.sql`update workspaces set monthly_limit = 100000 where id = ${owner.workspace_id}`
    for (let n = 0; n < MAX_OPEN_SESSIONS; n++) await launch()
    await expect(say(id, { text: 'More' })).rejects.toEqual(refusal(409, 'session_queue_full'))
    expect((await read(id)).state).toBe('completed')
  })
})

describe('an answer', () => {
  test('approves, and the session runs again', async () => {
    const id = await running()
    const request = await ask(id)
    expect(await read(id)).toMatchObject({ state: 'needs_input', input_request_id: request })
    await expect(say(id, { text: 'Yes' })).rejects.toMatchObject(invalidAt('body', 'approve'))
    await expect(
      say(id, { approve: true, answers: [{ question_index: 0, custom_text: 'x' }] }),
    ).rejects.toMatchObject(invalidAt('body', 'answers'))
    const sent = await say(id, { approve: false, text: 'Not yet' }, 'answer')
    expect(sent).toMatchObject({ state: 'delivered', approve: false, input_request_id: request })
    expect(await message(id, sent.id)).toEqual(sent)
    expect(await read(id)).toMatchObject({ state: 'running', input_request_id: null })
    expect((await events(id)).at(-2)).toMatchObject({
      type: 'input',
      data: { message_id: sent.id, text: 'Not yet', answers: [], approve: false, from: owner.email },
    })
    expect([await scene.jobs(id), await scene.holds()]).toEqual([2, 1])
    expect(await say(id, { approve: false, text: 'Not yet' }, 'answer')).toEqual(sent)
  })

  test('fits the questions', async () => {
    const id = await running()
    await ask(id, [
      COLOURS,
      { ...COLOURS, multiple: true },
      { prompt: 'Why?', options: null, multiple: false },
    ])
    const at0 = (fields: object) => ({ answers: [{ question_index: 0, ...fields }] })
    const refused = (body: object, ...loc: (string | number)[]) =>
      expect(say(id, body)).rejects.toMatchObject(invalidAt('body', ...loc))
    await refused({ approve: true }, 'approve')
    await refused({ approve: true, text: 'Red' }, 'approve')
    await refused(at0({}), 'answers', 0)
    await refused(at0({ custom_text: '  ' }), 'answers', 0)
    await refused(at0({ selected_label: 'Green' }), 'answers', 0, 'selected_label')
    await refused(at0({ selected_labels: ['Red', 'Green'] }), 'answers', 0, 'selected_labels', 1)
    await refused(at0({ selected_labels: ['Red', 'Blue'] }), 'answers', 0, 'selected_labels')
    await refused({ answers: [{ question_index: 3, custom_text: 'x' }] }, 'answers', 0, 'question_index')
    await refused({ answers: [{ question_index: 10, custom_text: 'x' }] }, 'answers', 0, 'question_index')
    await refused(
      { answers: [{ question_index: 2, selected_label: 'Red' }] },
      ...['answers', 0, 'selected_label'],
    )
    const twice = { question_index: 0, selected_label: 'Red' }
    await refused({ answers: [twice, twice] }, 'answers', 1, 'question_index')
    const answers = [
      { question_index: 0, selected_label: 'Red', selected_labels: ['Red'] },
      { question_index: 1, selected_labels: ['Red', 'Blue'] },
      { question_index: 2, custom_text: 'Because.' },
    ]
    expect(await say(id, { answers })).toMatchObject({ state: 'delivered', answers })
  })

  test('may be text alone', async () => {
    const id = await running()
    await ask(id, [COLOURS])
    expect((await say(id, { text: 'Green, please.' })).state).toBe('delivered')
  })

  test('gives back the time that the session waited', async () => {
    holdClock(app.clock)
    const id = await running()
    app.clock.move(600)
    await ask(id)
    app.clock.move(7_200)
    await say(id, { approve: true })
    const { pass_started_at } = await rowOf(id)
    expect(app.clock.now().getTime() - (pass_started_at?.getTime() ?? 0)).toBe(600_000)
  })
})

describe('a message', () => {
  test('waits for a session that runs', async () => {
    const id = await running()
    const sent = await say(id, { text: 'Also this' }, 'one')
    expect(sent).toMatchObject({ session_id: id, state: 'waiting', text: 'Also this', delivered_at: null })
    expect(await say(id, { text: 'Also this' }, 'one')).toEqual(sent)
    await expect(say(id, { text: 'Else' }, 'one')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
    // Keys belong to the person.
    await expect(say(id, { text: 'Mine' }, 'one', app.as(editor))).rejects.toEqual(
      refusal(409, 'session_busy'),
    )
  })

  test('that was not read when the session ended is interrupted', async () => {
    const id = await running()
    const sent = await say(id, { text: 'Also this' }, 'lost')
    await move(id, 'fail', { error_code: 'timeout' })
    expect(await message(id, sent.id)).toMatchObject({
      state: 'interrupted',
      error_code: 'delivery_interrupted',
    })
    await expect(say(id, { text: 'Also this' }, 'lost')).rejects.toEqual(refusal(409, 'delivery_interrupted'))
    await expect(say(id, { text: 'Else' }, 'lost')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
    expect((await say(id, { text: 'Also this' }, 'again')).state).toBe('waiting')
  })

  test('to a session that has ended begins a new pass, which its sender pays', async () => {
    const id = await ended()
    await app.sql`update coding_sessions set pass_steps = 9, step_count = 9, plan = '[{"text":"x","status":"done"}]'
                   where id = ${id}`
    expect([await scene.uses(), await scene.holds()]).toEqual([1, 0])
    const sent = await say(id, { text: 'And more' }, 'more', app.as(editor))
    expect(sent.state).toBe('waiting')
    expect(await read(id)).toMatchObject({
      ...{ state: 'queued', outcome: null, summary: null, completed_at: null, plan: [], step_count: 9 },
      launched_by: owner.email,
    })
    expect(await rowOf(id)).toMatchObject({ pass_steps: 0, pass_started_at: null, paid_by_id: editor.id })
    expect([await scene.jobs(id), await scene.holds()]).toEqual([2, 1])
    await start(id)
    await move(id, 'finish_without_changes', { outcome: 'answer' })
    expect([await scene.uses(), await scene.holds()]).toEqual([2, 0])
    const [use] = await app.sql<{ user_id: string }>`
      select user_id from credit_uses where app_id = ${at.app_id} order by created_date desc, id desc limit 1`
    expect(use?.user_id).toBe(editor.id)
  })

  test('is one, of 100 at once with one key', { tags: 'slow' }, async () => {
    const id = await ended()
    const answers = await Promise.all(Array.from({ length: 100 }, () => say(id, { text: 'More' }, 'hundred')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await app.sql`select from coding_messages where session_id = ${id}`).length).toBe(1)
    expect([await scene.jobs(id), await scene.holds()]).toEqual([2, 1])
    expect((await read(id)).state).toBe('queued')
  })
})
