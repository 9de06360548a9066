/** Turns of the app builder that wait: who takes which, and for how long they wait. */
import { expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { chatStore, MOST_CHAT_TRIES } from './chat-store.ts'
import { resumeChats } from './resume-chats.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
const newApp = async () => (await app.make.app(owner)).id
const store = () => chatStore(app.atrium.db)
const ago = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000)

let count = 0
async function insert(app_id: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { state, reply, tries, worker, leased_until, created_date } = {
    ...{ state: 'queued', reply: null, tries: 0, worker: null, leased_until: null, created_date: ago(0) },
    ...fields,
  }
  const id = `cht_${String(++count).padStart(4, '0')}`
  const ended = state === 'completed' || state === 'failed' ? app.clock.now() : null
  await app.sql`
    insert into chat_messages (id, app_id, user_id, text, state, reply, files, entities, turns, tries, worker,
                               leased_until, created_date, completed_at)
    values (${id}, ${app_id}, ${owner.id}, ${`[no-change] ${id}`}, ${state}, ${reply}, '[]', '[]', '[]', ${tries},
            ${worker}, ${leased_until}, ${created_date}, ${ended})`
  return id
}
const stateOf = async (id: string) =>
  (
    await app.sql<{ state: string; error_code: string | null }>`
    select state, error_code from chat_messages where id = ${id}`
  )[0]

test('a turn is taken when it waits or its worker is lost, not of a deleted app nor after too many tries', async () => {
  holdClock(app.clock)
  const gone = await newApp()
  await insert(gone, { created_date: ago(9) })
  await app.sql`update apps set deleted_at = now() where id = ${gone}`
  await insert(await newApp(), { tries: MOST_CHAT_TRIES, created_date: ago(8) })
  const held = { state: 'running', worker: 'other', tries: 1 }
  await insert(await newApp(), { ...held, leased_until: ago(-1), created_date: ago(7) })
  const lost = await insert(await newApp(), { ...held, leased_until: ago(1), created_date: ago(6) })
  const young = await insert(await newApp(), { created_date: ago(5) })
  const claim = () => store().claimOldest('mine', app.clock.now())
  expect(await claim()).toMatchObject({ id: lost, worker: 'mine', tries: 2, email: owner.email })
  expect(await claim()).toMatchObject({ id: young, tries: 1 })
  expect(await claim()).toBeUndefined()
  // A server that stops takes no try from it.
  expect(await store().release({ id: lost, worker: 'other' })).toBe(false)
  expect(await store().release({ id: lost, worker: 'mine' })).toBe(true)
  expect(await claim()).toMatchObject({ id: lost, tries: 2 })
})

test('what was said before are the newest completed turns of the app, oldest first', async () => {
  const own = await newApp()
  const said: string[] = []
  for (let n = 0; n < 4; n++) said.push(await insert(own, { state: 'completed', reply: `${n}` }))
  await insert(own, { state: 'failed' })
  await insert(await newApp(), { state: 'completed', reply: 'of others' })
  const now = await insert(own)
  expect(await store().listEarlier(own, now, 3)).toEqual(
    said.map((id, n) => ({ text: `[no-change] ${id}`, reply: `${n}` })).slice(1),
  )
  expect(await store().listEarlier(own, said[1] ?? '', 3)).toMatchObject([{ reply: '0' }])
})

test('a turn that found no server for an hour fails; each try gives it an hour more', async () => {
  const late = await insert(await newApp(), { created_date: ago(61) })
  const early = await insert(await newApp(), { created_date: ago(59) })
  const tried = await insert(await newApp(), { created_date: ago(119), tries: 1 })
  const twice = await insert(await newApp(), { created_date: ago(121), tries: 1 })
  await app.atrium.jobs.send(app.atrium.db, resumeChats, {})
  await app.atrium.jobs.drain()
  for (const id of [late, twice])
    expect(await stateOf(id)).toEqual({ state: 'failed', error_code: 'internal_error' })
  for (const id of [early, tried]) expect((await stateOf(id))?.error_code).toBeNull()
})

test('a turn of a deleted app gives back what was held for it; those of others go on waiting', async () => {
  const [gone, kept] = [await newApp(), await newApp()]
  const ids = [await insert(gone), await insert(kept)]
  for (const id of ids)
    await app.sql`
      insert into credit_holds (key, workspace_id, user_id, amount, until)
      values (${id}, ${owner.workspace_id}, ${owner.id}, 1, ${ago(-60)})`
  await app.as(owner).apps.delete({ app_id: gone })
  await app.atrium.jobs.drain()
  expect(await app.sql`select key from credit_holds where key = any(${ids})`).toEqual([{ key: ids[1] }])
  expect(await stateOf(ids[0] ?? '')).toBeUndefined()
  expect(await stateOf(ids[1] ?? '')).toMatchObject({ state: 'queued' })
})
