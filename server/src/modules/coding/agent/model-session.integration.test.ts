/** Sessions of a language model, from launch to end: what they may use, and who speaks in between. */
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { startModelServer } from '../../../ports/language-model/test/model-server.ts'
import { useCoding } from '../test/coding-scene.ts'
import { finish, modelScript, write } from '../test/model-script.ts'

const model = await startModelServer()
afterAll(() => model.close())
const { script, turnsAsked, seenBy } = modelScript(model)

const settings = {
  ...model.settings,
  llm_prices: { input: 1, output: 2 },
  coding_limits: { maxTokens: 1_000, maxCostMicros: 1_500 },
}
const { app, folder, launch, drain, read, run, say, changed, rowOf, repository } = useCoding(() => settings)

describe('what a session may use of the model', () => {
  test.each([
    ['tokens', { prompt_tokens: 995, completion_tokens: 5 }],
    ['money', { prompt_tokens: 1, completion_tokens: 800 }],
  ])('ends it when its %s are used, with what it did so far', async (_, usage) => {
    script({ call: [write('a.txt', 'a\n')], usage }, { call: [write('b.txt', 'b\n')], usage })
    const session = await run('Write a file')
    expect(session).toMatchObject({ state: 'failed', error_code: 'budget_exceeded', pull_request: null })
    expect(turnsAsked()).toHaveLength(1)
    expect(await changed(session.branch_name ?? '')).toEqual(['added a.txt'])
    // A message begins a new count.
    script('hang', { call: [finish()] })
    await say(session.id, { text: 'Go on' })
    await drain()
    expect(await read(session.id)).toMatchObject({ state: 'completed', error_code: null })
  })
})

describe('a message', () => {
  const stateOf = async (id: string) =>
    (await app.sql<{ state: string }>`select state from coding_messages where session_id = ${id}`).map(
      ({ state }) => state,
    )

  test('that comes while the last turn ends is read before the end', async () => {
    const { promise: said, resolve: go } = Promise.withResolvers<void>()
    script(
      { after: said, answer: { call: [write('a.txt', 'a\n'), finish()] } },
      { call: [write('b.txt', 'b\n'), finish('Both.')] },
    )
    const { id } = await launch('Write a file')
    const drained = drain()
    await expect.poll(() => turnsAsked().length, { timeout: 30_000 }).toBe(1)
    await say(id, { text: 'And another one' })
    go()
    await drained
    const session = await read(id)
    expect(session).toMatchObject({ state: 'completed', summary: 'Both.' })
    expect(seenBy(1)).toContain('And another one')
    expect(turnsAsked()).toHaveLength(2)
    expect(await changed(session.branch_name ?? '')).toEqual(['added a.txt', 'added b.txt'])
    expect(await stateOf(id)).toEqual(['delivered'])
  })

  test('that comes after that is interrupted, and nothing loops', async () => {
    await app.sql`
      create or replace function say_late() returns trigger language plpgsql as $$
      begin
        insert into coding_messages (id, session_id, user_id, message_key, input_hash, state, text, answers, created_date)
        values ('msg_late', new.id, new.user_id, 'late', '', 'waiting', 'Too late', '[]', now());
        return new;
      end $$`
    await app.sql`
      create trigger say_late before update on coding_sessions for each row
        when (old.state = 'running' and new.state = 'opening_pull_request') execute function say_late()`
    script({ call: [write('a.txt', 'a\n'), finish()] })
    const session = await run('Write a file')
    await app.sql`drop trigger say_late on coding_sessions`
    expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    expect(turnsAsked()).toHaveLength(1)
    expect(await stateOf(session.id)).toEqual(['interrupted'])
  })
})

test('a server that stops hands its session back, and another goes on with it', {
  tags: 'slow',
}, async () => {
  const worker = await startApp({
    ...{ database_url: app.databaseUrl, data_dir: folder, rate_limits: 'off', role: 'all', ...settings },
  })
  script({ call: [write('a.txt', 'a\n')] }, 'hang')
  const { id } = await launch('Write two files')
  await expect.poll(() => turnsAsked().length, { timeout: 60_000 }).toBe(2)
  await worker.atrium.stop()
  expect(await rowOf(id)).toMatchObject({ state: 'running', worker: null, leased_until: null, tries: 0 })
  script({ call: [write('a.txt', 'a\n')] }, { call: [write('b.txt', 'b\n'), finish()] })
  await app.sql`update pgboss.job set start_after = now() where name = 'coding.carry_out' and state = 'created'`
  await drain()
  const session = await read(id)
  expect(session).toMatchObject({ state: 'completed', pull_request: { commits: 1, changed_files: 2 } })
  expect(await repository().countCommits('main', session.branch_name ?? '')).toBe(1)
  // The first turn was not asked for again.
  expect(turnsAsked()).toHaveLength(1)
})
