import { MAX_WORKFLOWS } from '@atrium/contract/workflows'
import { expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { workflowArchive } from './archive.ts'

const archive = useArchive(workflowArchive)
const { bring, bringBack, take, empty, database } = archive
const definition = { do: [{ greet: { set: { z: 1, a: 2 } } }] }
const workflow = (fields: object = {}) => ({
  ...{ id: 'wfl_1', app_id: 'app_1', name: 'Greet', definition, trigger: { type: 'manual' } },
  ...fields,
})
const ground = (rows: object) => ({ ...GROUND, apps: [groundApp('app_1')], ...rows })
const rowsOf = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

test('workflows and runs go out and come back the same', { tags: 'slow' }, async () => {
  const steps = [
    {
      id: 'greet',
      name: 'greet',
      type: 'http',
      status: 'failed',
      attempt: 1,
      input: { url: 'https://example.com' },
      error: { message: 'It answered 500', code: 'http_status', status: 500 },
      started_at: '2026-11-14T09:00:00.000Z',
      completed_at: '2026-11-14T09:00:01.000Z',
    },
    {
      id: 'greet',
      name: 'greet',
      type: 'http',
      status: 'completed',
      attempt: 2,
      output: null,
      context: { a: 1 },
    },
  ]
  const run = {
    ...{ id: 'run_1', workflow_id: 'wfl_1', status: 'failed', trigger_type: 'entity', input: { z: 1, a: 2 } },
    ...{ error: { message: 'No', code: 'http_status', step_id: 'greet' }, is_test_run: true, depth: 2 },
    ...{
      explanation: 'Because',
      generated_at: '2026-11-14T10:00:00Z',
      started_at: '2026-11-14T09:00:00.000Z',
      steps,
    },
  }
  const archived = workflow({ id: 'wfl_2', archived_at: 'now-3d', trigger: { type: 'webhook' } })
  const whole = ground({ workflows: [workflow({ description: 'Hi' }), archived], workflow_runs: [run] })
  expect(await bring(whole)).toMatchObject({ workflows: 2, workflow_runs: 1 })
  expect(await bring(whole)).toMatchObject({ workflows: 0, workflow_runs: 0 })
  const first = await take(null)
  const taken = JSON.parse(first)
  expect(taken.workflows).toMatchObject([{ id: 'wfl_1', definition, description: 'Hi' }, { id: 'wfl_2' }])
  expect(JSON.stringify(taken.workflows[0].definition)).toBe(JSON.stringify(definition))
  expect(taken.workflow_runs).toMatchObject([
    { ...run, generated_at: '2026-11-14T10:00:00.000Z', steps: [{}, {}] },
  ])
  expect(taken.workflow_runs[0].steps[0]).toEqual(steps[0])
  expect(taken.workflow_runs[0]).not.toHaveProperty('app_id')
  await empty()
  expect(await bringBack(first)).toMatchObject({ workflows: 2, workflow_runs: 1 })
  expect(await take(null)).toBe(first)
  expect(await take(['ws_2'])).not.toContain('wfl_1')
})

test('what is required is little, and a run says where it belongs by its workflow', async () => {
  const runs = [{ id: 'run_1', workflow_id: 'wfl_1', status: 'completed', steps: [{ id: 'a' }] }]
  await bring(ground({ workflows: [workflow()], workflow_runs: runs }))
  // One that has ended did so at some time, or it would neither be repeated nor removed some day.
  expect(
    await rowsOf('select app_id, version, trigger_type, created_date, completed_at from workflow_runs'),
  ).toEqual([{ app_id: 'app_1', version: 1, trigger_type: 'manual', created_date: NOW, completed_at: NOW }])
  expect(await rowsOf('select app_id, name, status, seq, started_at from workflow_run_steps')).toEqual([
    { app_id: 'app_1', name: 'a', status: 'completed', seq: 0, started_at: NOW },
  ])
  expect(await rowsOf('select version, created_by from workflow_versions')).toEqual([
    { version: 1, created_by: null },
  ])
})

test('a run that went on is cancelled, and says why', async () => {
  const steps = [{ id: 'a', status: 'waiting' }]
  const runs = ['queued', 'running', 'cancelling'].map((status) => ({
    ...{ id: `run_${status}`, workflow_id: 'wfl_1', status, steps },
  }))
  await bring(ground({ workflows: [workflow()], workflow_runs: runs }))
  const stored = await rowsOf('select status, error, completed_at, wake_at from workflow_runs')
  expect(stored).toEqual(
    runs.map(() => ({
      ...{ status: 'cancelled', completed_at: NOW, wake_at: null },
      error: { code: 'imported', message: expect.stringContaining('went on'), step_id: null },
    })),
  )
  expect(await rowsOf('select distinct status from workflow_run_steps')).toEqual([{ status: 'cancelled' }])
})

test('what starts a workflow is made new: its address, its next time', async () => {
  const schedule = { type: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' }
  await bring(
    ground({
      workflows: [
        workflow({ trigger: { type: 'webhook' } }),
        workflow({ id: 'wfl_2', trigger: schedule }),
        workflow({ id: 'wfl_3', trigger: schedule, status: 'inactive' }),
        workflow({ id: 'wfl_4', trigger: schedule, archived_at: 'now' }),
        workflow({ id: 'wfl_5', trigger: { type: 'webhook' }, archived_at: 'now' }),
      ],
    }),
  )
  expect(
    await rowsOf('select hook_hash is not null as hook, next_run_at as at from workflows order by id'),
  ).toEqual([
    { hook: true, at: null },
    { hook: false, at: new Date('2026-11-16T08:00:00.000Z') },
    { hook: false, at: null },
    { hook: false, at: null },
    { hook: false, at: null },
  ])
})

test('what breaks a rule is refused by its place', async () => {
  const run = { id: 'run_1', workflow_id: 'wfl_1', status: 'completed' }
  const wrong: [string, object][] = [
    ['workflows[0].app_id: There is no app', { workflows: [workflow({ app_id: 'app_gone' })] }],
    ['workflows[0].definition.do: List should', { workflows: [workflow({ definition: { do: [] } })] }],
    [
      'workflows[0].trigger.cron: Send five',
      { workflows: [workflow({ trigger: { type: 'schedule', cron: '61 * * * *' } })] },
    ],
    [
      'workflows[1].trigger.events: ',
      { workflows: [workflow(), workflow({ id: 'b', trigger: { type: 'entity', entity_name: 'A' } })] },
    ],
    ['workflow_runs[0].workflow_id: There is no workflow', { workflow_runs: [run] }],
    ['workflow_runs[0].status: ', { workflow_runs: [{ ...run, status: 'odd' }] }],
    [
      'workflow_runs[0].steps[0]: Unknown key "stats"',
      { workflow_runs: [{ ...run, steps: [{ id: 'a', stats: 1 }] }] },
    ],
    [
      'workflow_runs[0].steps[1].id: The same attempt',
      { workflows: [workflow()], workflow_runs: [{ ...run, steps: [{ id: 'a' }, { id: 'a' }] }] },
    ],
    [
      `workflows[${MAX_WORKFLOWS}]: An app has at most 200`,
      { workflows: Array.from({ length: MAX_WORKFLOWS + 1 }, (_, at) => workflow({ id: `wfl_${at}` })) },
    ],
  ]
  for (const [message, rows] of wrong) await expect(bring(ground(rows))).rejects.toThrow(message)
})

test('the steps of a run go out as far as they fit', async () => {
  await bring(
    ground({
      workflows: [workflow()],
      workflow_runs: [{ id: 'run_1', workflow_id: 'wfl_1', status: 'failed' }],
    }),
  )
  await rowsOf(`insert into workflow_run_steps (run_id, id, attempt, seq, app_id, name, type, status, output, started_at)
    select 'run_1', 's' || n, 1, n, 'app_1', 's', 'set', 'completed', to_json(repeat('x', 3000000)), now()
      from generate_series(1, 4) n`)
  const taken = JSON.parse(await take(null))
  expect(taken.workflow_runs[0].steps.map(({ id }: { id: string }) => id)).toEqual(['s1', 's2'])
})
