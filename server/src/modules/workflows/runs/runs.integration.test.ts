import { describe, expect, it } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { hasEnded, outline, type Run, useWorkflows } from '../test/workflow-scene.ts'

const scene = useWorkflows()
const at = (workflow_id: string, run_id: string) => ({ app_id: scene.shop.id, workflow_id, run_id })
const owner = () => scene.app.as(scene.owner)
const viewer = () => scene.app.as(scene.viewer)
const isWaiting = ({ steps }: Run) => steps.some(({ status }) => status === 'waiting')
const WAIT = { pause: { wait: { hours: 1 } } }
const fetch = (path = '/') => ({
  send: { call: 'http' as const, with: { method: 'post', endpoint: scene.sink(path), body: {} } },
})

describe('a run that waits', () => {
  it('is in nobody’s hands, and goes on when its time has come', async () => {
    const id = await scene.define([WAIT, { after: { set: { done: true } } }])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    await expect
      .poll(() => scene.app.sql`select worker from workflow_runs where id = ${run} and wake_at is not null`)
      .toEqual([{ worker: null }])
    scene.app.clock.move(3_601)
    const ended = await scene.until(id, run, hasEnded)
    expect(ended.output).toEqual({ done: true })
    expect(outline(ended)).toEqual(['pause completed 1', 'after completed 1'])
  })

  it('ends when the time limit around it has passed', async () => {
    const id = await scene.define([{ limited: { do: [WAIT], timeout: { after: { minutes: 5 } } } }])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    scene.app.clock.move(301)
    expect(await scene.until(id, run, hasEnded)).toMatchObject({
      status: 'failed',
      error: { code: 'timeout', step_id: 'limited' },
    })
  })

  it('ends with the outer of two limits when that passes first', async () => {
    const inner = { inner: { do: [WAIT], timeout: { after: { minutes: 50 } } } }
    const id = await scene.define([{ limited: { do: [inner], timeout: { after: { minutes: 5 } } } }])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    await expect
      .poll(() => scene.app.sql`select worker from workflow_runs where id = ${run} and wake_at is not null`)
      .toEqual([{ worker: null }])
    scene.app.clock.move(301)
    expect(await scene.until(id, run, hasEnded)).toMatchObject({
      status: 'failed',
      error: { code: 'timeout' },
    })
  })

  it('lets its other branches go on, and starts the waiting one in time', async () => {
    const open = Promise.withResolvers<object>()
    scene.reply(({ url }) => (url === '/slow' ? open.promise : {}))
    const id = await scene.define([
      {
        both: {
          fork: {
            branches: [
              { slow: fetch('/slow').send },
              { later: { do: [{ pause: { wait: { minutes: 1 } } }, fetch('/later')] } },
            ],
          },
        },
      },
    ])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    scene.app.clock.move(61)
    await expect.poll(() => scene.received.map(({ url }) => url)).toContain('/later')
    open.resolve({})
    expect((await scene.until(id, run, hasEnded)).status).toBe('completed')
  })

  it('goes on with what another run emits, once', async () => {
    const listening = await scene.define([
      { paid: { listen: { to: { one: { with: { type: 'order.paid' } } } } } },
    ])
    const run = await scene.start(listening)
    await scene.until(listening, run, isWaiting)
    const other = await scene.run(
      [{ tell: { emit: { event: { with: { type: 'order.paid', data: { order: '${ .n }' } } } } } }],
      { n: 7 },
    )
    expect(other.status).toBe('completed')
    const ended = await scene.until(listening, run, hasEnded)
    expect(ended.output).toEqual({ type: 'order.paid', data: { order: 7 } })
  })
})

describe('a decision', () => {
  const waiting = async (data: object = { message: 'Refund it?' }) => {
    const id = await scene.define([
      { ask: { listen: { to: { one: { with: { type: 'approval', data } } } } } },
      { after: { set: { by: '${ .decided_by }', comment: '${ .comment }' } } },
    ])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    return at(id, run)
  }

  it('lets the run go on, with who decided', async () => {
    const place = await waiting()
    const body = { step_id: 'ask', approved: true, comment: 'fine' }
    await owner().runs.decide(place, body)
    const ended = await scene.until(place.workflow_id, place.run_id, hasEnded)
    expect(ended.output).toEqual({ by: scene.owner.email, comment: 'fine' })
    await expect(owner().runs.decide(place, body)).rejects.toEqual(refusal(404, 'step_not_found'))
  })

  it('against it is a fault of the step', async () => {
    const place = await waiting()
    await owner().runs.decide(place, { step_id: 'ask', approved: false, comment: 'too much' })
    const ended = await scene.until(place.workflow_id, place.run_id, hasEnded)
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'rejected', step_id: 'ask' } })
    expect(ended.error?.message).toContain('too much')
  })

  it('is for those whom the step names, and never for viewers', async () => {
    const place = await waiting({ approvers: ['somebody@example.com'] })
    const body = { step_id: 'ask', approved: true }
    await expect(owner().runs.decide(place, body)).rejects.toEqual(refusal(403, 'not_an_approver'))
    await expect(viewer().runs.decide(place, body)).rejects.toEqual(refusal(403, 'editor_required'))
    const other = await waiting({ approvers: [scene.owner.email.toUpperCase()] })
    await owner().runs.decide(other, body)
  })

  it('is for a step that asks for one, of this very run', async () => {
    const listening = await scene.define([
      { paid: { listen: { to: { one: { with: { type: 'order.paid' } } } } } },
    ])
    const run = await scene.start(listening)
    await scene.until(listening, run, isWaiting)
    const other = await waiting()
    for (const step_id of ['paid', 'ask'])
      await expect(owner().runs.decide(at(listening, run), { step_id, approved: true })).rejects.toEqual(
        refusal(404, 'step_not_found'),
      )
    for (const { workflow_id, run_id } of [at(listening, run), other])
      expect((await scene.read(workflow_id, run_id)).status).toBe('running')
  })
})

describe('cancelling', () => {
  it('breaks off what is under way', async () => {
    scene.reply(() => null)
    const id = await scene.define([fetch(), { after: { set: {} } }])
    const run = await scene.start(id)
    await expect.poll(() => scene.received.length).toBe(1)
    expect(await owner().runs.cancel(at(id, run))).toEqual({ run_id: run, status: 'cancelling' })
    const ended = await scene.until(id, run, hasEnded)
    expect(ended).toMatchObject({ status: 'cancelled', error: null })
    expect(outline(ended)).toEqual(['send cancelled 1'])
    await expect(owner().runs.cancel(at(id, run))).rejects.toEqual(refusal(409, 'run_finished'))
  })

  it('ends one that waits', async () => {
    const id = await scene.define([WAIT])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    await owner().runs.cancel(at(id, run))
    const ended = await scene.until(id, run, hasEnded)
    expect(outline(ended)).toEqual(['pause cancelled 1'])
    await expect(viewer().runs.cancel(at(id, run))).rejects.toEqual(refusal(403, 'editor_required'))
  })

  it('comes with archiving the workflow, whose runs stay', async () => {
    const id = await scene.define([WAIT])
    const run = await scene.start(id)
    await scene.until(id, run, isWaiting)
    await owner().workflows.archive({ app_id: scene.shop.id, workflow_id: id })
    expect((await scene.until(id, run, hasEnded)).status).toBe('cancelled')
    expect((await owner().runs.list({ app_id: scene.shop.id, workflow_id: id })).items).toHaveLength(1)
    const again = owner().workflows.run({ app_id: scene.shop.id, workflow_id: id }, {})
    await expect(again).rejects.toEqual(refusal(404, 'workflow_not_found'))
  })
})

describe('a replay', () => {
  const failedOnce = async () => {
    scene.reply(({ url }) => (url === '/second' ? { status: 404 } : { body: { from: url } }))
    const id = await scene.define([fetch('/first'), { second: fetch('/second').send }])
    return scene.until(id, await scene.start(id, { input: { n: 1 } }), hasEnded)
  }
  const replay = async (run: Run, body: object) => {
    const id = await scene.start(run.workflow_id, { replay_from_run_id: run.id, ...body })
    return scene.until(run.workflow_id, id, hasEnded)
  }

  it('does everything again, with the same input', async () => {
    const before = await failedOnce()
    scene.reply(() => ({}))
    scene.received.length = 0
    const run = await replay(before, {})
    expect(run).toMatchObject({ status: 'completed', replay_of_run_id: before.id, input: { n: 1 } })
    expect(scene.received.map(({ url }) => url)).toEqual(['/first', '/second'])
  })

  it('does only what did not finish, when it is asked to', async () => {
    const before = await failedOnce()
    scene.reply(() => ({}))
    scene.received.length = 0
    const run = await replay(before, { replay_from: 'failed_step' })
    expect(run.status).toBe('completed')
    expect(scene.received.map(({ url }) => url)).toEqual(['/second'])
  })

  it('takes the version of the run, or the current one', async () => {
    const before = await failedOnce()
    const path = { app_id: scene.shop.id, workflow_id: before.workflow_id }
    await owner().workflows.update(path, { definition: { do: [{ now: { set: { v: 2 } } }] } })
    expect(await replay(before, { replay_version: 'current' })).toMatchObject({
      version: 2,
      output: { v: 2 },
    })
    expect(await replay(before, { replay_version: 'run' })).toMatchObject({ version: 1, status: 'failed' })
  })

  it('is refused for a run that goes on, and for one that is none', async () => {
    const id = await scene.define([WAIT])
    const run = await scene.start(id)
    await expect(scene.start(id, { replay_from_run_id: run })).rejects.toEqual(
      refusal(409, 'run_not_finished'),
    )
    await expect(scene.start(id, { replay_from_run_id: 'run_none' })).rejects.toEqual(
      refusal(404, 'run_not_found'),
    )
  })
})

describe('reading runs', () => {
  it('shows viewers what happened, without what went in and came out', async () => {
    const run = await scene.run([{ a: { set: { secret: 'x', name: 'Ada' } } }], { password: 'hunter2' })
    expect(run.input).toEqual({ password: '[redacted]' })
    expect(run.steps[0]?.output).toEqual({ secret: '[redacted]', name: 'Ada' })
    await scene.app.sql`update workflow_runs set explanation = 'because of Ada' where id = ${run.id}`
    expect((await scene.read(run.workflow_id, run.id)).explanation).toBe('because of Ada')
    const seen = await viewer().runs.read(at(run.workflow_id, run.id))
    expect(seen.explanation).toBe('')
    expect(seen).toMatchObject({ input: null, output: null, status: 'completed' })
    expect(seen.steps[0]).toMatchObject({ id: 'a', input: null, output: null, status: 'completed' })
  })

  it('lists them newest first, by status and trigger, page by page', async () => {
    const good = await scene.define([{ a: { set: 1 } }])
    const bad = await scene.define([{ a: { raise: { error: { type: 'x', status: 500 } } } }])
    const ids: string[] = []
    for (const workflow of [good, bad, good]) {
      const run = await scene.start(workflow)
      await scene.until(workflow, run, hasEnded)
      ids.push(run)
    }
    const here = { app_id: scene.shop.id }
    const all = await owner().runs.list_all(here)
    expect(all.items.map(({ id }) => id)).toEqual(ids.toReversed())
    const failed = await owner().runs.list_all(here, { status: 'failed' })
    expect(failed.items.map(({ id }) => id)).toEqual([ids[1]])
    expect((await owner().runs.list_all(here, { trigger_type: 'schedule' })).items).toEqual([])
    const of = { ...here, workflow_id: good }
    const first = await viewer().runs.list(of, { limit: 1 })
    expect(first).toMatchObject({ items: [{ id: ids[2] }], has_more: true })
    const rest = await viewer().runs.list(of, { limit: 1, cursor: first.next_cursor ?? '' })
    expect(rest).toMatchObject({ items: [{ id: ids[0] }], has_more: false })
  })

  it('is refused for what is not there', async () => {
    const run = await scene.run([{ a: { set: 1 } }])
    const other = await scene.define([{ a: { set: 1 } }])
    const { runs, workflows } = owner()
    await expect(runs.read(at(other, run.id))).rejects.toEqual(refusal(404, 'run_not_found'))
    await expect(runs.read(at('wfl_none', run.id))).rejects.toEqual(refusal(404, 'workflow_not_found'))
    const nowhere = { ...at(run.workflow_id, run.id), app_id: 'app_none' }
    for (const refused of [
      () => runs.read(nowhere),
      () => runs.list(nowhere),
      () => runs.list_all(nowhere),
      () => runs.cancel(nowhere),
      () => runs.decide(nowhere, { step_id: 'a', approved: true }),
      () => workflows.run(nowhere, {}),
    ])
      await expect(refused()).rejects.toEqual(refusal(404, 'app_not_found'))
    for (const [workflow_id, run_id, code] of [
      ['wfl_none', run.id, 'workflow_not_found'],
      [other, run.id, 'run_not_found'],
    ] as const) {
      await expect(runs.cancel(at(workflow_id, run_id))).rejects.toEqual(refusal(404, code))
      const decided = runs.decide(at(workflow_id, run_id), { step_id: 'a', approved: true })
      await expect(decided).rejects.toEqual(refusal(404, code))
    }
    await expect(runs.list(at('wfl_none', ''))).rejects.toEqual(refusal(404, 'workflow_not_found'))
    await expect(viewer().workflows.run(at(other, ''), {})).rejects.toEqual(refusal(403, 'editor_required'))
  })
})
