/** What becomes of a turn when others change the app, the server is lost, or credits run out. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { createSiteScene } from '../../hosting/test/site-scene.ts'
import { resumeChats } from './resume-chats.ts'

let scene: Awaited<ReturnType<typeof createSiteScene>>
beforeAll(async () => {
  scene = await createSiteScene({ role: 'all' })
})
afterAll(() => scene.stop())

const SLOW = '[slow] Replace "one" with "two" in a.txt'

/** An app whose builder waits in the middle of a turn, until the clock is moved. */
async function inTurn(message = SLOW) {
  holdClock(scene.app.clock)
  const client = scene.app.as(scene.owner)
  const { id } = await scene.app.make.app(scene.owner)
  const at = { app_id: id }
  const write = (path: string, content: string) => client.source.write_file({ ...at, path }, { content })
  await write('a.txt', 'one')
  await client.schemas.set({ ...at, name: 'Task' }, { type: 'object', properties: { a: { type: 'string' } } })
  const answer = client.chat.send(at, { message })
  const message_id = await vi.waitFor(async () => {
    const rows = await scene.app.sql<{ id: string }>`
      select id from chat_messages where app_id = ${id} and state = 'running' and base_revision is not null`
    if (!rows[0]) throw new Error('it has not begun')
    return rows[0].id
  }, 30_000)
  return {
    ...{ at, client, answer, message_id, write },
    /** Moves the clock until the turn is over, whenever the coder began to wait. */
    async ended(seconds = 3) {
      const turn = await vi.waitFor(
        async () => {
          scene.app.clock.move(seconds)
          const read = await client.chat.read({ ...at, message_id })
          expect(read.completed_at).not.toBeNull()
          return read
        },
        { timeout: 30_000, interval: 200 },
      )
      await answer
      return turn
    },
    text: async (path: string) => (await client.source.read_file({ ...at, path })).content,
    commits: async () => (await client.source.commits(at)).items.length,
    /** Another server takes the turn, as if the one that has it were lost. */
    async lose(tries: number) {
      await scene.app.sql`
        update chat_messages set worker = 'gone', leased_until = now() - interval '1 day', tries = ${tries}
         where id = ${message_id}`
      const { db, jobs } = scene.app.atrium
      await transaction(db, (tx) => jobs.send(tx, resumeChats, {}))
    },
  }
}

test('files that others change in the meantime stay as they made them', { tags: 'slow' }, async () => {
  const { ended, write, text, commits } = await inTurn()
  await write('b.txt', 'theirs')
  expect((await ended()).status).toMatchObject({ state: 'completed' })
  expect([await text('a.txt'), await text('b.txt'), await commits()]).toEqual(['two', 'theirs', 3])
})

test('a file that others changed fails the turn, and stays as they made it', { tags: 'slow' }, async () => {
  const { ended, write, text, commits } = await inTurn()
  await write('a.txt', 'one of theirs')
  // Slowly, so that no lease ends: a second try would begin with what they made.
  const { status, files } = await ended(0.5)
  expect(status).toMatchObject({ state: 'failed', error_code: 'merge_conflict' })
  expect(status.message).toContain('a.txt')
  expect([files, await text('a.txt'), await commits()]).toEqual([[], 'one of theirs', 2])
})

test('an entity that others changed fails the turn, and nothing of it is stored', {
  tags: 'slow',
}, async () => {
  const both = `${SLOW}. Then replace "string" with "number" in entities/Task.json`
  const { at, client, ended, text, commits } = await inTurn(both)
  const theirs = { type: 'object' as const, properties: { a: { type: 'string' }, b: { type: 'string' } } }
  await client.schemas.set({ ...at, name: 'Task' }, theirs)
  const { status, entities } = await ended(0.5)
  expect(status).toMatchObject({ state: 'failed', error_code: 'merge_conflict' })
  expect(status.message).toContain('Task')
  expect([entities, await text('a.txt'), await commits()]).toEqual([[], 'one', 1])
  expect(await client.schemas.read({ ...at, name: 'Task' })).toMatchObject(theirs)
})

test('a turn whose server was lost is gone on with, and applied once', { tags: 'slow' }, async () => {
  const { ended, lose, text, commits } = await inTurn()
  await lose(1)
  // The one that had it moves on as well, and finds that it is not its turn any more.
  expect((await ended()).status.state).toBe('completed')
  expect([await text('a.txt'), await commits()]).toEqual(['two', 2])
})

test('what was stored before the server was lost is not stored again', async () => {
  const { ended, lose, message_id, commits } = await inTurn()
  await scene.app.sql`
    update chat_messages set applied_revision = 1, reply = 'Done.' where id = ${message_id}`
  await lose(1)
  expect(await ended()).toMatchObject({ status: { state: 'completed' }, reply: 'Done.' })
  expect(await commits()).toBe(1)
})

test('a turn that fails after its changes were stored is not called failed', { tags: 'slow' }, async () => {
  const { ended, message_id, write } = await inTurn()
  await scene.app.sql`
    update chat_messages set applied_revision = 1, reply = 'Done.' where id = ${message_id}`
  await write('a.txt', 'one of theirs')
  expect(await ended(0.5)).toMatchObject({ status: { state: 'completed' }, reply: 'Done.' })
})

test('a turn that lost its server too often fails, and costs nothing', async () => {
  const { ended, lose, message_id, commits } = await inTurn()
  await lose(3)
  const { status } = await ended()
  expect(status).toMatchObject({ state: 'failed', error_code: 'internal_error' })
  expect(await scene.app.sql`select from credit_holds where key = ${message_id}`).toEqual([])
  expect(await commits()).toBe(1)
})

test('a completed turn costs credits, a failed one none, and without credits none begins', async () => {
  const { app } = scene
  const owner = await app.make.person('owner', await app.make.workspace({ monthly_limit: 4 }))
  const { id: app_id } = await app.make.app(owner)
  const client = app.as(owner)
  expect((await client.chat.send({ app_id }, { message: '[fail]' })).status.state).toBe('failed')
  expect((await client.credits.read()).credits_used).toBe(0)
  expect((await client.chat.send({ app_id }, { message: '[no-change]' })).status.state).toBe('completed')
  expect((await client.credits.read()).credits_used).toBe(3)
  await expect(client.chat.send({ app_id }, { message: '[no-change]' })).rejects.toEqual(
    refusal(402, 'credits_exhausted'),
  )
  const actions = await app.sql<{ action: string }>`select action from audit_log where app_id = ${app_id}`
  expect(actions.filter(({ action }) => action === 'chat.send')).toHaveLength(2)
})
