/** Limits and charges when many come at once, when a server dies and when a transaction fails. */
import { describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import { talk } from '../../modules/agents/test/talk.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCredits } from './credits.ts'
import { EXHAUSTED, useCredits } from './test/credit-scene.ts'

const { app, model, limited, used, ledger, holds } = useCredits()

describe('many at once', () => {
  const atOnce = async (count: number, say: (n: number) => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, n) => say(n)))
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toEqual(Array(refused.length).fill(EXHAUSTED))
    return count - refused.length
  }

  test('of one person pass as far as their limit goes, not one more', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 7 }))
    const talks = await Promise.all(Array.from({ length: 10 }, () => talk(app, viewer)))
    expect(await atOnce(40, (n) => talks[n % 10]?.say() ?? Promise.reject())).toBe(7)
    expect([await used(viewer), await holds(viewer), model.calls.length]).toEqual([7, 0, 7])
  })

  test('of several people, conversations and servers pass as far as the workspace’s goes', {
    tags: 'slow',
  }, async () => {
    const workspace = await limited({ monthly_limit: 9, default_member_credit_limit: 8 })
    const people = await Promise.all([1, 2, 3].map(() => app.make.person('viewer', workspace)))
    const talks = await Promise.all(people.map((person) => talk(app, person)))
    const other = await createTestApp({
      rate_limits: 'off',
      database_url: app.databaseUrl,
      ...model.settings,
    })
    try {
      const passed = await atOnce(45, (n) => {
        const [person, at] = [people[n % 3], talks[n % 3]]
        if (!person || !at) throw new Error('unreachable')
        return (n % 2 ? app : other).as(person).messages.send(at, { content: 'Hello?' })
      })
      expect(passed).toBe(9)
    } finally {
      await other.stop()
    }
    const sums = await Promise.all(people.map(used))
    expect(sums.reduce((sum, one) => sum + one)).toBe(9)
    expect(model.calls).toHaveLength(9)
  })

  test.each([
    ['of one person', { default_member_credit_limit: 1 }, [0, 0]],
    ['of one workspace', { monthly_limit: 1 }, [0, 1]],
  ])('%s see each other, though neither is stored yet', async (_, limits, [one = 0, other = 0]) => {
    const workspace = await limited(limits)
    const people = [await app.make.person('viewer', workspace), await app.make.person('viewer', workspace)]
    const credits = createCredits(app.clock)
    const hold = (place: number, key: string, before: Promise<unknown>) =>
      transaction(app.atrium.db, async (tx) => {
        const use = { key, workspace_id: workspace.id, user_id: people[place]?.id ?? '', app_id: null }
        await credits.hold(
          tx,
          { ...use, kind: 'agent_message' },
          new Date(app.clock.now().getTime() + 600_000),
        )
        await before
      })
    const lock = one === other ? `${workspace.id} ${people[one]?.id}` : workspace.id
    const gate = Promise.withResolvers<void>()
    const first = hold(one, `${workspace.id} 1`, gate.promise)
    await isLocked(lock, 1)
    const refused = expect(hold(other, `${workspace.id} 2`, Promise.resolve())).rejects.toEqual(EXHAUSTED)
    await isLocked(lock, 2)
    gate.resolve()
    await Promise.all([first, refused])
  })

  test.each([
    ['the person’s', { default_member_credit_limit: 1 }],
    ['the workspace’s', { monthly_limit: 1 }],
  ])('a use that begins again is not in its own way under %s limit', async (_, limits) => {
    const viewer = await app.make.person('viewer', await limited(limits))
    const use = {
      key: `${viewer.id} again`,
      workspace_id: viewer.workspace_id,
      user_id: viewer.id,
      app_id: null,
    }
    const until = new Date(app.clock.now().getTime() + 600_000)
    const hold = () =>
      transaction(app.atrium.db, (tx) =>
        createCredits(app.clock).hold(tx, { ...use, kind: 'agent_message' }, until),
      )
    await hold()
    await hold()
    expect(await holds(viewer)).toBe(1)
  })

  /** Until so many hold the lock of a limit or wait for it. */
  const isLocked = (name: string, count: number) =>
    vi.waitFor(async () => {
      const rows = await app.sql`select from pg_locks where locktype = 'advisory'
        and (classid::bigint << 32) | objid::bigint = hashtextextended(${`credits ${name}`}, 0)`
      expect(rows).toHaveLength(count)
    }, 15_000)

  test('wait for nobody’s model: the last credit is refused while it is held', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talk(app, viewer)
    const gate = Promise.withResolvers<void>()
    model.script(() => ({ after: gate.promise, answer: { say: ['At last'] } }))
    const first = say()
    await vi.waitFor(() => expect(model.calls).toHaveLength(1), 15_000)
    await expect(say()).rejects.toEqual(EXHAUSTED)
    gate.resolve()
    await first
    expect(await used(viewer)).toBe(1)
  })
})

describe('a request whose server died', () => {
  test('is not charged, and who takes it over pays once', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say, said } = await talk(app, viewer)
    const gate = Promise.withResolvers<void>()
    model.scriptEach({ after: gate.promise, answer: { say: ['Too late'] } }, { say: ['Yes.'] })
    const silent = say('Hello?', 'key:1')
    await vi.waitFor(() => expect(model.calls).toHaveLength(1), 15_000)
    await expect(say('Hello?', 'key:2')).rejects.toEqual(EXHAUSTED)
    expect(await used(viewer)).toBe(0)
    app.clock.move(181) // nobody can be answering any more
    const reply = await say('Hello?', 'key:1')
    expect([reply.content, await used(viewer), await holds(viewer)]).toEqual(['Yes.', 1, 0])
    gate.resolve()
    expect(await silent).toEqual(reply) // it lives after all, and finds the reply
    expect([await said(), await used(viewer)]).toEqual([['Hello?', 'Yes.'], 1])
  })

  test('and that fails after all takes nothing from who took it over', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talk(app, viewer)
    const [fails, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    model.scriptEach(
      { after: fails.promise, answer: { status: 400 } },
      { after: ends.promise, answer: { say: ['Yes.'] } },
    )
    const silent = say('Hello?', 'key:1')
    await vi.waitFor(() => expect(model.calls).toHaveLength(1), 15_000)
    app.clock.move(181)
    const taken = say('Hello?', 'key:1')
    await vi.waitFor(() => expect(model.calls).toHaveLength(2), 15_000)
    fails.resolve()
    await expect(silent).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(await holds(viewer)).toBe(1)
    await expect(say('Another', 'key:2')).rejects.toEqual(EXHAUSTED)
    ends.resolve()
    await taken
    expect([await used(viewer), await holds(viewer)]).toEqual([1, 0])
  })

  test('holds nothing for ever', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talk(app, viewer)
    const until = new Date(app.clock.now().getTime() + 180_000)
    const use = { workspace_id: viewer.workspace_id, user_id: viewer.id, app_id: null, kind: 'analysis' }
    const credits = createCredits(app.clock)
    const hold = (kind: 'agent_message' | 'analysis') =>
      transaction(app.atrium.db, (tx) => credits.hold(tx, { ...use, key: 'dead', kind }, until))
    await expect(hold('analysis')).rejects.toEqual(EXHAUSTED) // costs more than there is
    await hold('agent_message')
    await expect(say()).rejects.toEqual(EXHAUSTED)
    app.clock.move(180)
    await say()
    expect(await used(viewer)).toBe(1)
  })
})

test('what is spent in a transaction that fails was not spent', async () => {
  const viewer = await app.make.person('viewer')
  const { id: user_id, workspace_id } = viewer
  const use = { key: 'run_1', workspace_id, user_id, app_id: null, kind: 'generation' as const }
  const credits = createCredits(app.clock)
  const spending = transaction(app.atrium.db, async (tx) => {
    await credits.spend(tx, use)
    throw new Error('something else failed')
  })
  await expect(spending).rejects.toThrow('something else')
  expect([await used(viewer), await ledger(viewer)]).toEqual([0, []])
  await transaction(app.atrium.db, (tx) => credits.spend(tx, use))
  expect([await used(viewer), await ledger(viewer)]).toEqual([5, [['generation', 5, null]]])
})
