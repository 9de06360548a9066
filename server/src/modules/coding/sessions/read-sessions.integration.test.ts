import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../test/session-scene.ts'
import { addEvents } from './session-change-store.ts'

const scene = useSessions()
const { app, at, owner, editor, viewer, guest, stranger, launch, start, ask, client } = scene
const NONE = 'cod_06bcz0k3v4n8q1t5w7x9y2a3b4'
const place = (session_id: string) => ({ app_id: at.app_id, session_id })

type Reader = ReturnType<typeof client>
/** Everything that reads sessions, each with what it says of one that is not there. */
const READS: Record<string, (who: Reader, id: string) => Promise<unknown>> = {
  list: (who) => who.coding.list({ app_id: at.app_id }),
  latest: (who) => who.coding.latest({ app_id: at.app_id }, { client_reference: 'ref' }),
  by_launch_key: (who) => who.coding.by_launch_key({ app_id: at.app_id, launch_key: 'key' }),
  read: (who, id) => who.coding.read(place(id)),
  events: (who, id) => who.coding.events(place(id)),
  diff: (who, id) => who.coding.diff(place(id)),
  input_request: (who, id) => who.coding.input_request(place(id)),
}

describe.each(Object.entries(READS))('coding.%s', (name, reads) => {
  test('is for those who see the app', async () => {
    const { id } = await launch({ client_reference: 'ref' }, 'key')
    const other = await app.make.app(owner)
    const limited = app.as(await app.make.token(owner, { app_ids: [other.id] }))
    for (const who of [app.as(guest), app.as(stranger), limited])
      await expect(reads(who, id)).rejects.toEqual(refusal(404, 'app_not_found'))
    const reading = app.as(await app.make.token(owner, { permission: 'read_only' }))
    expect(await reads(reading, id)).toBeTruthy()
    const ofThePerson = ['latest', 'by_launch_key']
    if (!ofThePerson.includes(name)) expect(await reads(app.as(viewer), id)).toBeTruthy()
    else
      for (const who of [app.as(viewer), app.as(editor)])
        await expect(reads(who, id)).rejects.toEqual(refusal(404, 'coding_session_not_found'))
  })
})

test('a session of another app is missing', async () => {
  const { id } = await launch()
  at.app_id = (await app.make.app(owner)).id
  for (const [name, reads] of Object.entries(READS))
    if (name !== 'list')
      await expect(reads(client(), id)).rejects.toEqual(refusal(404, 'coding_session_not_found'))
  await expect(client().coding.read(place(NONE))).rejects.toEqual(refusal(404, 'coding_session_not_found'))
  expect((await client().coding.list({ app_id: at.app_id })).items).toEqual([])
})

test('lists are newest first, in pages, of one state and one reference', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await launch(n % 2 ? { client_reference: 'odd' } : {})).id)
  const list = (query: object) => client().coding.list({ app_id: at.app_id }, query)
  const first = await list({ limit: 2 })
  expect([first.items.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true])
  const second = await list({ limit: 3, cursor: first.next_cursor })
  expect([second.items.map(({ id }) => id), second.has_more, second.next_cursor]).toEqual([
    ...[ids.slice(2), false, null],
  ])
  await start(ids[1] ?? '')
  expect((await list({ state: 'running' })).items.map(({ id }) => id)).toEqual([ids[1]])
  expect((await list({ client_reference: 'odd' })).items.map(({ id }) => id)).toEqual([ids[1], ids[3]])
  expect((await list({ client_reference: 'odd', state: 'queued' })).items.map(({ id }) => id)).toEqual([
    ids[3],
  ])
  await expect(list({ cursor: first.next_cursor, state: 'queued' })).rejects.toEqual(
    refusal(422, 'validation_error'),
  )
  await expect(list({ state: 'asleep' })).rejects.toEqual(refusal(422, 'validation_error'))
})

test('the latest is the newest of the person with this reference', async () => {
  await launch({ client_reference: 'ticket' })
  const newest = await launch({ client_reference: 'ticket' })
  await launch({ client_reference: 'other' })
  await launch({ client_reference: 'ticket' }, 'theirs', app.as(editor))
  const latest = (client_reference: string) =>
    client().coding.latest({ app_id: at.app_id }, { client_reference })
  expect((await latest('ticket')).id).toBe(newest.id)
  await expect(latest('none')).rejects.toEqual(refusal(404, 'coding_session_not_found'))
})

test('events follow each other', async () => {
  const { id } = await launch()
  const read = (query: object) => client().coding.events(place(id), query)
  expect(await read({})).toEqual({ items: [], has_more: false })
  await app.atrium.db.transaction().execute(async (tx) => {
    const events = Array.from({ length: 5 }, (_, n) => ({ type: 'turn' as const, data: { text: `${n}` } }))
    await addEvents(tx, await scene.rowOf(id), app.clock.now(), events)
  })
  const first = await read({ limit: 2 })
  expect([first.items.map(({ seq }) => seq), first.has_more]).toEqual([[1, 2], true])
  const rest = await read({ after: 2 })
  expect([rest.items.map(({ data }) => data.text), rest.has_more]).toEqual([['2', '3', '4'], false])
  for (const query of [{ after: -1 }, { limit: 0 }, { limit: 201 }])
    await expect(read(query)).rejects.toEqual(refusal(422, 'validation_error'))
})

test('the open question is shown with the options of its first part', async () => {
  const { id } = await launch()
  const open = () => client().coding.input_request(place(id))
  expect(await open()).toEqual({ input_request: null })
  await start(id)
  const options = [{ label: 'Red', description: null }]
  const questions = [
    { prompt: 'Which?', options, multiple: false },
    { prompt: 'Why?', options: null, multiple: false },
  ]
  const request = await ask(id, questions)
  const { input_request } = await open()
  expect(input_request).toMatchObject({ id: request, kind: 'question', prompt: 'Well?', options, questions })
  const { created_at = '', expires_at = '' } = input_request ?? {}
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(72 * 3_600_000)
  await scene.say(id, { text: 'Red' })
  expect(await open()).toEqual({ input_request: null })
  await ask(id)
  expect((await open()).input_request).toMatchObject({ kind: 'approval', options: null, questions: [] })
})
