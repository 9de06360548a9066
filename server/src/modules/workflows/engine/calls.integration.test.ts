import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeFunctions } from '../../../ports/function-runtime/test/fake-functions.ts'
import { hasEnded, useWorkflows } from '../test/workflow-scene.ts'

const fake = createFakeFunctions()
const scene = useWorkflows({}, { functionRuntime: fake.make })
const orders = () => ({ app_id: scene.shop.id, entity_name: 'Order' })
const owner = () => scene.app.as(scene.owner)

beforeEach(async () => {
  const properties = { total: { type: 'number' }, note: { type: 'string' } }
  await owner().schemas.set({ app_id: scene.shop.id, name: 'Order' }, { properties } as never)
})

describe('records', () => {
  it('are created, changed, found and deleted as the app itself', async () => {
    const run = await scene.run(
      [
        { make: { call: 'entities.create', with: { entity_name: 'Order', data: { total: '${ .n }' } } } },
        {
          change: {
            call: 'entities.update',
            with: { entity_name: 'Order', id: '${ .id }', data: { note: 'paid' } },
          },
        },
        {
          find: {
            call: 'entities.query',
            with: { entity_name: 'Order', filter: { total: 7 }, sort: '-created_date', limit: 5 },
          },
        },
        { drop: { call: 'entities.delete', with: { entity_name: 'Order', id: '${ $input[0].id }' } } },
      ],
      { n: 7 },
    )
    expect(run.status).toBe('completed')
    const [make, change, find] = run.steps.map(({ output }) => output as never)
    expect(make).toMatchObject({ total: 7 })
    expect(change).toMatchObject({ total: 7, note: 'paid' })
    expect(find).toEqual([expect.objectContaining({ note: 'paid' })])
    expect(await owner().records.list(orders())).toEqual([])
  })

  it.each([
    ['of an entity that is none', { entity_name: 'Nothing', data: {} }, 'entity_not_found'],
    ['that do not fit', { entity_name: 'Order', data: { total: 'x' } }, 'validation_error'],
    ['without fields', { entity_name: 'Order', data: '${ 5 }' }, 'invalid_data'],
  ])('%s are a fault of the step', async (_, given, code) => {
    const run = await scene.run([{ make: { call: 'entities.create', with: given } }])
    expect(run).toMatchObject({ status: 'failed', error: { code, step_id: 'make' } })
  })

  it('come from the server that has the run, and no other', async () => {
    const id = await scene.define([
      { wait: { wait: { hours: 1 } } },
      { make: { call: 'entities.create', with: { entity_name: 'Order', data: { total: 1 } } } },
    ])
    const run = await scene.start(id)
    await scene.until(id, run, ({ steps }) => steps.some(({ status }) => status === 'waiting'))
    // First the worker: a run of one that is not there would be taken back.
    await scene.app.sql`insert into workflow_workers values ('wrk_other', now() + interval '1 hour')`
    await scene.app.sql`update workflow_runs set worker = 'wrk_other' where id = ${run}`
    scene.app.clock.move(3_601)
    expect(await owner().records.list(orders())).toEqual([])
    await scene.app.sql`delete from workflow_workers where id = 'wrk_other'`
    await scene.until(id, run, hasEnded)
    expect(await owner().records.list(orders())).toHaveLength(1)
  })

  it('that start workflows in a circle end after eight', async () => {
    await scene.define(
      [{ make: { call: 'entities.create', with: { entity_name: 'Order', data: { total: 1 } } } }],
      { trigger: { type: 'entity', entity_name: 'Order', events: ['create'] } },
    )
    await owner().records.create(orders(), { total: 0 })
    const last = () => scene.app.sql<{ depth: number; code: string }>`
      select depth, error->>'code' as code from workflow_runs
       where app_id = ${scene.shop.id} and status = 'failed'`
    await expect.poll(last).toEqual([{ depth: 9, code: 'workflow_loop' }])
    expect(await owner().records.list(orders())).toHaveLength(10)
  })
})

describe('a function', () => {
  it('is called as the app, with a key of its own, and its answer is read', async () => {
    const keys: unknown[] = []
    fake.handle('work', ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      return Response.json({ done: true })
    })
    await owner().functions.deploy(
      { app_id: scene.shop.id, name: 'work' },
      { entry: 'index.ts', files: [{ path: 'index.ts', content: 'x' }] },
    )
    const run = await scene.run([
      { work: { call: 'functions.invoke', with: { name: 'work', body: { a: 1 } } } },
    ])
    expect(run).toMatchObject({ status: 'completed', output: { done: true } })
    expect(keys).toEqual([`${run.id}:work`])
  })

  it.each([
    ['the run is cancelled', {}, 'cancelled'],
    ['the time of its task is over', { timeout: { after: { seconds: 1 } } }, 'failed'],
  ])('is broken off when %s', async (_when, limit, status) => {
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    fake.handle('work', (_request, { call }) => {
      call.signal?.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return new Promise<Response>(() => {})
    })
    await owner().functions.deploy(
      { app_id: scene.shop.id, name: 'work' },
      { entry: 'index.ts', files: [{ path: 'index.ts', content: 'x' }] },
    )
    const id = await scene.define([{ work: { call: 'functions.invoke', with: { name: 'work' }, ...limit } }])
    const run_id = await scene.start(id)
    await begun.promise
    if (status === 'cancelled') {
      await owner().runs.cancel({ app_id: scene.shop.id, workflow_id: id, run_id })
    }
    await aborted.promise
    expect(await scene.until(id, run_id, hasEnded)).toMatchObject({ status, steps: [{ id: 'work', status }] })
  })

  it('that is not there is a fault', async () => {
    const run = await scene.run([{ work: { call: 'functions.invoke', with: { name: 'none' } } }])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'function_failed' } })
    expect(run.steps[0]?.error?.status).toBe(404)
  })
})

describe('an agent', () => {
  it('says something in a conversation of the app, once', async () => {
    const at = { app_id: scene.shop.id }
    await owner().app_agents.configure(at, [
      { name: 'support', description: 'd', instructions: 'i' },
    ] as never)
    const conversation = await owner().app_conversations.create(at, { agent_name: 'support' })
    const run = await scene.run([
      { say: { call: 'agents.send_message', with: { conversation_id: conversation.id, content: 'Hello' } } },
    ])
    expect(run).toMatchObject({ status: 'completed', output: { role: 'assistant', content: 'Hello' } })
    const { messages } = await owner().app_conversations.read({ ...at, conversation_id: conversation.id })
    expect(messages).toEqual([expect.objectContaining({ role: 'assistant', content: 'Hello' })])
  })

  it('has no conversation of another app', async () => {
    const run = await scene.run([
      { say: { call: 'agents.send_message', with: { conversation_id: 'cnv_none', content: 'Hello' } } },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'conversation_not_found' } })
  })
})

describe('the language model', () => {
  it('answers in words, and says when it cannot answer in a form', async () => {
    const words = await scene.run([{ ask: { call: 'language_model.ask', with: { prompt: 'How are you?' } } }])
    expect(words.status).toBe('completed')
    expect(words.output).toEqual(expect.any(String))
    const form = await scene.run([
      { ask: { call: 'language_model.ask', with: { prompt: 'x', schema: { type: 'object' } } } },
    ])
    expect(form).toMatchObject({ status: 'failed', error: { code: 'model_not_configured' } })
  })
})
