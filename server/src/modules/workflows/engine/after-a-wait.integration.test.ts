import { describe, expect, it } from 'vitest'
import { hasEnded, type Run, useWorkflows } from '../test/workflow-scene.ts'

const scene = useWorkflows()
const WAIT = { pause: { wait: { hours: 1 } } }
const exported = (value: unknown) => ({ set: { value }, export: { as: '${ .value }' } })

/** In nobody's hands, so that what comes next is carried out from what is stored. */
async function putDown(run: string) {
  const waiting = () => scene.app.sql`
    select from workflow_runs where id = ${run} and worker is null and wake_at is not null and started_at is not null`
  await expect.poll(async () => (await waiting()).length).toBe(1)
}

async function overAWait(tasks: object[]): Promise<Run> {
  const id = await scene.define([...tasks, WAIT, { last: { set: { context: '${ $context }' } } }] as never)
  const run = await scene.start(id)
  await putDown(run)
  scene.app.clock.move(3_601)
  return scene.until(id, run, hasEnded)
}

describe('after a wait', () => {
  it.each<[string, object[], unknown]>([
    ['a task', [{ a: exported(1) }], 1],
    ['a task inside another', [{ outer: { do: [{ a: exported(1) }, { b: exported(2) }] } }], 2],
    ['a loop', [{ all: { for: { in: '${ [1, 2] }' }, do: [{ a: exported('${ $item }') }] } }], 2],
    ['a task that may fail', [{ tried: { try: [{ a: exported(3) }], catch: {} } }], 3],
    [
      'branches',
      [
        { before: exported({ n: 0 }) },
        { both: { fork: { branches: [{ a: exported({ a: 1 }) }, { b: exported({ b: 2 }) }] } } },
      ],
      { a: 1, b: 2 },
    ],
    [
      'a task before one that is skipped',
      [{ a: exported(1) }, { b: { ...exported(2), if: '${ false }' } }],
      1,
    ],
    ['a task that leaves it as it is', [{ a: exported(1) }, { b: exported(1) }], 1],
    ['a task that takes it away', [{ a: exported({ n: 1 }) }, { b: exported(null) }], null],
    [
      'a task inside another that takes it away',
      [{ a: exported({ n: 1 }) }, { outer: { do: [{ b: exported(null) }] } }],
      null,
    ],
    [
      'a branch that takes it away',
      [
        { a: exported({ n: 1 }) },
        { both: { fork: { branches: [{ b: exported(null) }, { c: { set: {} } }] } } },
      ],
      null,
    ],
    [
      'a task inside a loop that takes it away, before one that leaves it',
      [
        { a: exported({ n: 1 }) },
        { all: { for: { in: '${ [1] }' }, do: [{ b: exported(null) }] } },
        { c: { do: [{ d: { set: { x: 1 } } }] } },
      ],
      null,
    ],
    [
      'a task before others inside one that leave it',
      [{ a: exported({ n: 1 }) }, { c: { do: [{ d: { ...exported(null), if: '${ false }' } }] } }],
      { n: 1 },
    ],
  ])('the context is what %s exported', async (_, tasks, context) => {
    expect((await overAWait(tasks)).output).toEqual({ context })
  })
})

describe('the time of a task that is tried again', () => {
  const post = () => ({ send: { call: 'http', with: { method: 'post', endpoint: scene.sink(), body: {} } } })
  /** After each attempt it waits, and goes on from what is stored. */
  const attempts = async (run: string, count: number) => {
    for (let n = 1; n <= count; n++) {
      await expect.poll(() => scene.received.length).toBe(n)
      await putDown(run)
      scene.app.clock.move(121)
    }
  }

  it('counts from its first attempt, by its policy', async () => {
    scene.reply(() => ({ status: 503 }))
    const limit = { attempt: { count: 9 }, duration: { minutes: 5 } }
    const id = await scene.define([
      { tried: { try: [post()], catch: { retry: { delay: { minutes: 2 }, limit } } } },
    ] as never)
    const run = await scene.start(id)
    await attempts(run, 2)
    expect((await scene.until(id, run, hasEnded)).status).toBe('completed')
    expect(scene.received).toHaveLength(3)
  })

  it('counts from its first attempt, by its time limit', async () => {
    scene.reply(() => ({ status: 503, headers: { 'retry-after': '120' } }))
    const id = await scene.define([
      { called: { ...post().send, timeout: { after: { minutes: 3 } } } },
    ] as never)
    const run = await scene.start(id)
    await attempts(run, 2)
    const ended = await scene.until(id, run, hasEnded)
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    expect(scene.received).toHaveLength(2)
  })
})

it('a task that was given up is not tried again while what comes in its place waits', async () => {
  // It would have to wait for longer than its policy allows.
  scene.reply(() => ({ status: 503, headers: { 'retry-after': '3600' } }))
  const retry = { limit: { attempt: { count: 9 }, duration: { minutes: 30 } } }
  const send = { call: 'http', with: { method: 'post', endpoint: scene.sink(), body: {} } }
  const instead = [{ later: { wait: { minutes: 5 } } }, { last: { set: { gaveUp: true } } }]
  const id = await scene.define([{ tried: { try: [{ send }], catch: { retry, do: instead } } }] as never)
  const run = await scene.start(id)
  await putDown(run)
  scene.app.clock.move(301)
  const ended = await scene.until(id, run, hasEnded)
  expect(ended).toMatchObject({ status: 'completed', output: { gaveUp: true } })
  expect(scene.received).toHaveLength(1)
})
