import { describe, expect, it, onTestFinished } from 'vitest'
import { hasEnded, outline, useWorkflows } from '../test/workflow-scene.ts'

const scene = useWorkflows()

describe('the order of tasks', () => {
  it('hands what a task gives to the next one, and gives what the last one gave', async () => {
    const run = await scene.run(
      [
        { first: { set: { total: '${ $input.price * 2 }', name: '${ .name }' } } },
        { second: { set: { text: '${ `${$input.name}: ${$input.total}` }' } } },
      ],
      { price: 21, name: 'Ada' },
    )
    expect(run).toMatchObject({ status: 'completed', output: { text: 'Ada: 42' }, error: null })
    expect(outline(run)).toEqual(['first completed 1', 'second completed 1'])
  })

  it('makes input, output and context as the task says', async () => {
    const run = await scene.run(
      [
        {
          first: {
            input: { from: { n: '${ $input.deep.n }' } },
            set: { double: '${ $input.n * 2 }' },
            output: { as: { kept: '${ $output.double }' } },
            export: { as: { seen: '${ .kept }' } },
          },
        },
        { second: { set: { fromContext: '${ $context.seen }', all: '${ . }' } } },
      ],
      { deep: { n: 4 } },
    )
    expect(run.output).toEqual({ fromContext: 8, all: { kept: 8 } })
  })

  it('makes input and output of the whole workflow', async () => {
    const run = await scene.run(
      {
        input: { from: '${ .inner }' },
        do: [{ one: { set: { x: '${ .a }' } } }],
        output: { as: { y: '${ .x }', at: '${ $workflow.input.inner.a }' } },
      },
      { inner: { a: 1 } },
    )
    expect(run.output).toEqual({ y: 1, at: 1 })
  })

  it('skips a task whose condition is not true', async () => {
    const run = await scene.run(
      [
        { one: { if: '${ $input.n > 1 }', set: { a: 1 } } },
        { two: { if: '${ $input.n === 1 }', set: { b: 1 } } },
      ],
      { n: 1 },
    )
    expect(outline(run)).toEqual(['one skipped 1', 'two completed 1'])
    expect(run.output).toEqual({ b: 1 })
  })

  it('goes on where then says, back included, each visit a step of its own', async () => {
    const run = await scene.run([
      { count: { set: { n: '${ ($input.n ?? 0) + 1 }' } } },
      {
        check: {
          switch: [{ again: { when: '${ $input.n < 3 }', then: 'count' } }, { done: { then: 'last' } }],
        },
      },
      { never: { raise: { error: { type: 'x', status: 500 } } } },
      { last: { set: { end: '${ .n }' }, then: 'end' } },
      { after: { set: {} } },
    ])
    expect(run.output).toEqual({ end: 3 })
    expect(outline(run).map((line) => line.split(' ')[0])).toEqual([
      'count',
      'check',
      'count#2',
      'check#2',
      'count#3',
      'check#3',
      'last',
    ])
  })

  it('ends a list with exit and the run with end, from inside', async () => {
    const exit = await scene.run([
      { inner: { do: [{ a: { set: { n: 1 }, then: 'exit' } }, { b: { set: { n: 2 } } }] } },
      { after: { set: { got: '${ .n }' } } },
    ])
    expect(exit.output).toEqual({ got: 1 })
    const end = await scene.run([
      { inner: { do: [{ a: { set: { n: 1 }, then: 'end' } }, { b: { set: { n: 2 } } }] } },
      { after: { set: {} } },
    ])
    expect(end).toMatchObject({ status: 'completed', output: { n: 1 } })
    expect(outline(end)).toEqual(['inner completed 1', 'inner.a completed 1'])
  })
})

describe('loops and branches', () => {
  it('goes round for each item, with its place, until the condition no longer holds', async () => {
    const run = await scene.run(
      [
        {
          each: {
            for: { each: 'n', in: '${ $input.list }', at: 'i' },
            while: '${ $n < 9 }',
            do: [
              { add: { set: { list: '${ $input.list }', sum: '${ ($input.sum ?? 0) + $n * 10 + $i }' } } },
            ],
          },
        },
      ],
      { list: [1, 2, 9, 3] },
    )
    expect(run.output).toMatchObject({ sum: 10 + 21 })
    expect(outline(run)).toEqual(['each completed 1', 'each[0].add completed 1', 'each[1].add completed 1'])
  })

  it('ends when what a round gave says so', async () => {
    const count = { set: { count: '${ ($input.count ?? 0) + $item }' } }
    const task = { for: { in: '${ $input.list }' }, while: '${ ($input.count ?? 0) < 3 }', do: [{ count }] }
    const run = await scene.run([{ each: task }], { list: [1, 2, 4, 8] })
    expect(run.output).toEqual({ count: 3 })
  })

  it('fails when there is no list to go through', async () => {
    const run = await scene.run([{ each: { for: { in: '${ $input.list }' }, do: [{ a: { set: {} } }] } }])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'not_a_list', step_id: 'each' } })
  })

  it('carries out branches side by side and gives their results in order', async () => {
    // Each waits for the other: one after the other would never end.
    const arrived: string[] = []
    const both = Promise.withResolvers<void>()
    scene.reply(async ({ url }) => {
      arrived.push(url)
      if (arrived.length === 2) both.resolve()
      await both.promise
      return { body: { url } }
    })
    const run = await scene.run([
      {
        both: {
          fork: {
            branches: [
              { left: { call: 'http', with: { method: 'get', endpoint: scene.sink('/left') } } },
              { right: { call: 'http', with: { method: 'get', endpoint: scene.sink('/right') } } },
            ],
          },
        },
      },
    ])
    expect(run.output).toEqual([{ url: '/left' }, { url: '/right' }])
  })

  it('gives what the first of competing branches gave, and stops the others', async () => {
    scene.reply(({ url }) => (url === '/fast' ? { body: { won: true } } : null))
    const run = await scene.run([
      {
        race: {
          fork: {
            compete: true,
            branches: [
              { slow: { call: 'http', with: { method: 'get', endpoint: scene.sink('/slow') } } },
              { fast: { call: 'http', with: { method: 'get', endpoint: scene.sink('/fast') } } },
            ],
          },
        },
      },
    ])
    expect(run).toMatchObject({ status: 'completed', output: { won: true } })
    expect(outline(run)).toContain('race.slow cancelled 1')
  })

  it('fails when a branch fails, and stops the others', async () => {
    scene.reply(() => null)
    const run = await scene.run([
      {
        both: {
          fork: {
            branches: [
              { bad: { raise: { error: { type: 'https://example.com/bad', status: 418, title: 'Bad' } } } },
              { slow: { call: 'http', with: { method: 'get', endpoint: scene.sink() } } },
            ],
          },
        },
      },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'raised', step_id: 'both.bad' } })
    expect(outline(run)).toContain('both.slow cancelled 1')
  })
})

describe('a server that was taken for dead', () => {
  it('carries its runs out again in another name, and what it did in the old one is stored nowhere', async () => {
    const released = Promise.withResolvers<void>()
    scene.reply(async (_, count) => {
      if (count === 1) await released.promise
      return {}
    })
    const { app, owner, shop } = scene
    const at = { app_id: shop.id, entity_name: 'Made' }
    await app.as(owner).schemas.set({ app_id: shop.id, name: 'Made' }, { properties: {} })
    const workflowId = await scene.define([
      { ask: { call: 'http', with: { method: 'get', endpoint: scene.sink() } } },
      { make: { call: 'entities.create', with: { entity_name: 'Made', data: {} } } },
    ])
    const runId = await scene.start(workflowId)
    await expect.poll(() => scene.received.length).toBe(1)
    await app.sql`delete from workflow_workers`
    await scene.until(workflowId, runId, hasEnded)
    released.resolve()
    const run = await scene.read(workflowId, runId)
    expect(outline(run)).toEqual(['ask completed 1', 'make completed 1'])
    expect(scene.received).toHaveLength(2)
    expect(await app.as(owner).records.list(at)).toHaveLength(1)
  })
})

describe('a workflow with very many runs that are due', () => {
  it('has a hundred at a time, which leaves room for the other workflows of its app', async () => {
    const open = Promise.withResolvers<object>()
    scene.reply(() => open.promise)
    onTestFinished(() => open.resolve({}))
    const { app, owner, shop } = scene
    const order = { app_id: shop.id, entity_name: 'Order' }
    await app.as(owner).schemas.set({ app_id: shop.id, name: 'Order' }, { properties: {} })
    const many = await scene.define(
      [{ ask: { call: 'http', with: { method: 'get', endpoint: scene.sink() } } }],
      { trigger: { type: 'entity', entity_name: 'Order', events: ['create'] } },
    )
    const other = await scene.define([{ one: { set: { done: true } } }])
    const runsThat = async (status: string) =>
      (await app.sql`select from workflow_runs where workflow_id = ${many} and status = ${status}`).length

    // All come with one commit, and as many as its app may have at a time.
    await app.as(owner).records.bulk_create(order, Array(200).fill({}))
    await expect.poll(() => runsThat('running')).toBeGreaterThan(0)
    expect([await runsThat('running'), await runsThat('queued')]).toEqual([100, 100])
    expect((await scene.until(other, await scene.start(other), hasEnded)).output).toEqual({ done: true })
    open.resolve({})
    await expect.poll(() => runsThat('completed')).toBe(200)
  })
})
