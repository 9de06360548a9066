import { describe, expect, it } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { outline, useWorkflows } from '../test/workflow-scene.ts'

const scene = useWorkflows()

const post = (path = '/') => ({
  call: 'http' as const,
  with: { method: 'post', endpoint: scene.sink(path), body: { n: '${ .n }' } },
})

describe('a call of an address', () => {
  it('sends what is filled in, and gives the parsed answer', async () => {
    scene.reply(() => ({ body: { got: 'it' } }))
    const run = await scene.run(
      [
        {
          send: {
            call: 'http',
            with: {
              method: 'put',
              endpoint: scene.sink('/a?x=1'),
              headers: { 'X-Order': '${ $input.n }' },
              query: { q: 'a b' },
              body: { n: '${ .n }' },
            },
          },
        },
      ],
      { n: 7 },
    )
    expect(run.output).toEqual({ got: 'it' })
    expect(scene.received).toEqual([
      expect.objectContaining({ method: 'PUT', url: '/a?x=1&q=a+b', body: '{"n":7}' }),
    ])
    const [{ headers } = { headers: {} }] = scene.received
    expect(headers).toMatchObject({
      'x-order': '7',
      'content-type': 'application/json',
      'idempotency-key': `${run.id}:send`,
    })
  })

  it('gives status and headers when it is asked for the whole answer, and text as text', async () => {
    scene.reply(() => ({ status: 201, headers: { 'content-type': 'text/plain' }, body: 'hello' }))
    const run = await scene.run([
      { send: { call: 'http', with: { method: 'get', endpoint: scene.sink(), output: 'response' } } },
    ])
    expect(run.output).toMatchObject({ status: 201, content: 'hello' })
  })

  it.each([
    ['an address that is none', { endpoint: '${ "nowhere" }' }, 'invalid_address'],
    ['JSON that is none', { endpoint: '${ $input.url }' }, 'invalid_json'],
  ])('fails on %s, at once', async (_, given, code) => {
    scene.reply(() => ({ body: '{' }))
    const run = await scene.run([{ send: { call: 'http', with: { method: 'get', ...given } } }], {
      url: scene.sink(),
    })
    expect(run).toMatchObject({ status: 'failed', error: { code, step_id: 'send' } })
    expect(run.steps).toHaveLength(1)
  })

  it('fails on an answer that is too large to keep', async () => {
    scene.reply(() => ({ body: { text: 'x'.repeat(300_000) } }))
    const run = await scene.run([{ send: post() }])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'answer_too_large' } })
  })

  it('does not reach what the address guard refuses', async () => {
    const run = await scene.run([
      { send: { call: 'http', with: { method: 'get', endpoint: 'http://169.254.169.254/' } } },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'blocked_address' } })
  })
})

describe('attempts', () => {
  it('are three when it may go well the next time, all with the same key', async () => {
    scene.reply((_, count) => ({ status: count < 3 ? 503 : 200 }))
    const id = await scene.define([{ send: post() }])
    const run = await scene.start(id, { input: { n: 1 } })
    // The second may be due at once, and over before anybody looks.
    const second = await scene.until(id, run, ({ steps }) => steps.length >= 2)
    expect(second.steps[0]).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { code: 'http_status', status: 503 },
    })
    scene.app.clock.move(2)
    await scene.until(id, run, ({ steps }) => steps.length === 3)
    scene.app.clock.move(5)
    const ended = await scene.until(id, run, ({ completed_at }) => completed_at !== null)
    expect(outline(ended)).toEqual(['send failed 1', 'send failed 2', 'send completed 3'])
    expect(new Set(scene.received.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([`${run}:send`]),
    )
  })

  it('come no sooner than the receiver says', async () => {
    holdClock(scene.app.clock)
    scene.reply((_, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '600' } } : {}))
    const id = await scene.define([{ send: post() }])
    const run = await scene.start(id, { input: { n: 1 } })
    await scene.until(id, run, ({ steps }) => steps.length === 2)
    const [{ due_at, started_at } = { due_at: 0, started_at: 0 }] = await scene.app.sql<{
      due_at: Date
      started_at: Date
    }>`select due_at, started_at from workflow_run_steps where run_id = ${run} and attempt = 2`
    expect(Number(due_at) - Number(started_at)).toBeGreaterThanOrEqual(600_000)
    scene.app.clock.move(601)
    const ended = await scene.until(id, run, ({ completed_at }) => completed_at !== null)
    expect(ended.status).toBe('completed')
  })

  it('end with the first when the receiver will not have it', async () => {
    scene.reply(() => ({ status: 404, body: { why: 'no such order' } }))
    const run = await scene.run([{ send: post() }])
    expect(run.error).toMatchObject({ code: 'http_status', step_id: 'send' })
    expect(run.error?.message).toContain('no such order')
    expect(scene.received).toHaveLength(1)
  })
})

describe('try', () => {
  const caught = (retry: object | string, more: object = {}) => [
    {
      fetch: {
        try: [{ send: post() }],
        catch: { retry, do: [{ note: { set: { gaveUp: '${ $error.status }' } } }], ...more },
      },
    },
  ]

  it('tries again by its policy, and then does what catch says', async () => {
    scene.reply(() => ({ status: 404 }))
    const run = await scene.run(caught({ limit: { attempt: { count: 3 } } }), { n: 1 })
    expect(run).toMatchObject({ status: 'completed', output: { gaveUp: 404 } })
    expect(outline(run)).toEqual([
      'fetch failed 1',
      'fetch.send failed 1',
      'fetch failed 2',
      'fetch(2).send failed 1',
      'fetch completed 3',
      'fetch(3).send failed 1',
      'fetch(catch).note completed 1',
    ])
    // All are attempts at the same thing.
    expect(scene.received.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(3).fill(`${run.id}:fetch.send`),
    )
  })

  it('goes on as if nothing was when an attempt goes well', async () => {
    scene.reply((_, count) => (count === 1 ? { status: 500 } : { body: { ok: true } }))
    const run = await scene.run(caught({ limit: { attempt: { count: 2 } } }), { n: 1 })
    expect(run).toMatchObject({ status: 'completed', output: { ok: true } })
  })

  it('takes its policy by name', async () => {
    scene.reply(() => ({ status: 500 }))
    const run = await scene.run({
      use: { retries: { twice: { limit: { attempt: { count: 2 } } } } },
      do: caught('twice'),
    })
    expect(run.status).toBe('completed')
    expect(scene.received).toHaveLength(2)
  })

  it.each([
    ['status', { errors: { with: { status: 404 } } }],
    ['when', { when: '${ $error.status === 404 }' }],
    ['exceptWhen', { exceptWhen: '${ $error.status === 500 }' }],
  ])('catches only what %s means', async (_, more) => {
    const without = { limit: { attempt: { count: 1 } } }
    scene.reply(() => ({ status: 404 }))
    expect((await scene.run(caught(without, more))).status).toBe('completed')
    scene.reply(() => ({ status: 500 }))
    expect((await scene.run(caught(without, more))).status).toBe('failed')
  })
})

describe('faults', () => {
  it('that are raised end the run with their words', async () => {
    const run = await scene.run({
      use: { errors: { stop: { type: 'https://example.com/stop', status: 409, title: 'Stopped' } } },
      do: [{ a: { raise: { error: 'stop' } } }],
    })
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'raised', message: 'Stopped', step_id: 'a' },
    })
    expect(run.steps[0]?.error).toMatchObject({ status: 409 })
  })

  it.each([
    ['an expression that throws', { set: '${ $input.a.b.c }' }, 'script_threw'],
    [
      'a script that throws',
      { run: { script: { language: 'js', code: 'throw new Error("no")' } } },
      'script_threw',
    ],
    [
      'a script that never ends',
      { run: { script: { language: 'js', code: 'await new Promise(() => {})' } } },
      'script_threw',
    ],
    ['an output that is too large', { set: '${ "x".repeat(262_200) }' }, 'script_output_too_large'],
    [
      'a short template that names a large value many times',
      {
        input: { from: '${ "x".repeat(200_000) }' },
        set: Object.fromEntries(Array.from({ length: 400 }, (_, i) => [i, '${ . }'])),
      },
      'step_output_too_large',
    ],
  ])('end the run: %s', async (_, task, code) => {
    const run = await scene.run([{ a: task as never }])
    expect(run).toMatchObject({ status: 'failed', error: { code, step_id: 'a' } })
  })

  it('come from an answer that is nested too deep', async () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    scene.reply(({ url }) => ({ body: nested(url === '/deep' ? 65 : 64) }))
    const ask = (path: string) => ({
      call: 'http' as const,
      with: { method: 'get', endpoint: scene.sink(path) },
    })
    const run = await scene.run([{ a: ask('/') }, { b: ask('/deep') }])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'step_output_too_large', step_id: 'b' } })
  })

  it('come from more than all steps of a run may give together', { tags: 'slow' }, async () => {
    const run = await scene.run([
      {
        all: {
          for: { in: '${ Array.from({ length: 20 }, (_, i) => i) }' },
          do: [{ one: { set: '${ "x".repeat(250_000) }' } }],
        },
      },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'step_output_too_large' } })
    expect(run.steps.filter(({ status }) => status === 'completed')).toHaveLength(16)
  })

  it('can have words that no database holds', async () => {
    const run = await scene.run([
      { a: { raise: { error: { type: '${ "x\\u0000\\ud800" }', status: 500, title: '${ "\\u0000no" }' } } } },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'raised', message: 'no' } })
  })

  it('come from more steps than a run may have', { tags: 'slow' }, async () => {
    const run = await scene.run([
      {
        all: {
          for: { in: '${ Array.from({ length: 10_001 }, (_, i) => i) }' },
          do: [{ one: { set: 1 } }],
        },
      },
    ])
    expect(run).toMatchObject({ status: 'failed', error: { code: 'too_many_steps' }, has_more_steps: true })
    expect(run.steps).toHaveLength(1_000)
  })

  it('come from a task and a run that take longer than they may', async () => {
    scene.reply(() => null)
    const task = await scene.run([{ slow: { ...post(), timeout: { after: { milliseconds: 50 } } } }])
    expect(task).toMatchObject({ status: 'failed', error: { code: 'timeout', step_id: 'slow' } })
    const whole = await scene.run({ timeout: { after: { milliseconds: 50 } }, do: [{ slow: post() }] })
    expect(whole).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
  })
})

describe('what a step gets', () => {
  it('is shown, unless it is large', async () => {
    const send = (body: string) => ({
      call: 'http' as const,
      with: { method: 'post', endpoint: scene.sink(), body },
    })
    const run = await scene.run([
      { small: send('${ "x".repeat(10) }') },
      { large: send('${ "x".repeat(20_000) }') },
    ])
    expect(run.steps.map(({ input }) => input)).toEqual([
      expect.objectContaining({ body: 'x'.repeat(10) }),
      null,
    ])
    expect(scene.received.map(({ body }) => body.length)).toEqual([10, 20_000])
  })
})

describe('a script', () => {
  it('gets its arguments, and gives what it returns', async () => {
    const run = await scene.run(
      [
        {
          sum: {
            run: {
              script: {
                language: 'javascript',
                code: 'return { sum: a + b, all: $input }',
                arguments: { a: 1, b: '${ .n }' },
              },
            },
          },
        },
      ],
      { n: 41 },
    )
    expect(run.output).toEqual({ sum: 42, all: { n: 41 } })
  })
})
