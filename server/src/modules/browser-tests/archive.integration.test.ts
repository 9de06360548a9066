import { MAX_FLOWS } from '@atrium/contract/flows'
import { expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { testArchive } from './archive.ts'

const { bring, bringBack, take, empty, database } = useArchive(testArchive)
const flow = (fields: object = {}) => ({
  ...{ id: 'flw_1', app_id: 'app_1', name: 'Buy a lamp', goal: 'A visitor buys a lamp' },
  ...fields,
})
const run = (fields: object = {}) => ({
  ...{ id: 'exe_1', app_id: 'app_1', flow_id: 'flw_1', status: 'passed' },
  ...fields,
})
const ground = (rows: object) => ({ ...GROUND, apps: [groundApp('app_1'), groundApp('app_2')], ...rows })
const rowsOf = async (text: string) => (await database.pool.query(text)).rows

test('tests and runs go out and come back the same', async () => {
  const steps = [
    { id: 'open', kind: 'navigate', instruction: 'Open the shop', params: { path: '/' }, timeout_ms: 500 },
    { id: 'see', kind: 'assert', instruction: 'See “Lamps”', params: null, timeout_ms: 10_000 },
  ]
  const whole = ground({
    test_flows: [
      flow({
        ...{ steps, role: 'buyer', start_url: 'https://shop.example.com/', allowed_hosts: ['a.example.com'] },
        ...{
          schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
          on_publish: true,
          timeout_seconds: 60,
        },
        ...{ created_by_id: 'usr_a', created_date: '2026-11-01T09:00:00.000Z' },
      }),
      flow({ id: 'flw_2' }),
    ],
    test_executions: [
      run({
        ...{ status: 'failed', trigger: 'schedule', started_by: 'a@example.com', flow_name: 'Lamps' },
        ...{
          start_url: 'https://shop.example.com/',
          error: { code: 'assertion_failed', message: 'No lamp' },
        },
        ...{ started_at: '2026-11-14T09:00:00.000Z', completed_at: '2026-11-14T09:00:04.000Z' },
      }),
      run({ id: 'exe_2', status: 'cancelled', cancel_reason: 'flow_deleted', flow_id: 'flw_gone' }),
    ],
  })
  expect(await bring(whole)).toMatchObject({ test_flows: 2, test_executions: 2 })
  const first = await take(null)
  const taken = JSON.parse(first)
  expect(taken.test_flows[0]).toMatchObject({ steps, role: 'buyer', on_publish: true, timeout_seconds: 60 })
  expect(taken.test_flows[0]).not.toHaveProperty('next_run_at')
  expect(taken.test_executions[0]).toMatchObject({
    ...{ flow_name: 'Lamps', trigger: 'schedule', error: { code: 'assertion_failed', message: 'No lamp' } },
    ...{ created_date: '2026-11-14T09:00:00.000Z', completed_at: '2026-11-14T09:00:04.000Z' },
  })
  await empty()
  expect(await bringBack(first)).toMatchObject({ test_flows: 2, test_executions: 2 })
  expect(await take(null)).toBe(first)
  expect(await take(['ws_2'])).not.toContain('flw_1')
  expect(await bringBack(first)).toMatchObject({ test_flows: 0, test_executions: 0 })
})

test('what is required is little: a run has its name from its test, and schedules count from now', async () => {
  const schedule = { cron: '0 9 * * *', timezone: 'Europe/Berlin' }
  const foreign = flow({ id: 'flw_2', app_id: 'app_2', name: 'Of another app' })
  await bring(
    ground({
      test_executions: [run(), run({ id: 'exe_2', flow_id: 'flw_2' }), run({ id: 'exe_3', flow_id: 'gone' })],
      test_flows: [flow({ schedule, steps: [{ instruction: 'Open the shop' }] }), foreign],
    }),
  )
  expect(
    await rowsOf(
      'select steps, role, on_publish, timeout_seconds, next_run_at from test_flows where id = $$flw_1$$',
    ),
  ).toEqual([
    {
      steps: [
        expect.objectContaining({ id: expect.any(String), instruction: 'Open the shop', params: null }),
      ],
      ...{ role: null, on_publish: false, timeout_seconds: 300 },
      next_run_at: new Date('2026-11-16T08:00:00.000Z'),
    },
  ])
  const names =
    'select flow_name, flow->>$$goal$$ as goal, trigger, created_date, completed_at from test_executions'
  const others = { trigger: 'manual', created_date: NOW, completed_at: NOW }
  expect(await rowsOf(`${names} order by id`)).toEqual([
    { flow_name: 'Buy a lamp', goal: 'A visitor buys a lamp', ...others },
    { flow_name: '', goal: '', ...others },
    { flow_name: '', goal: '', ...others },
  ])
})

test('a run that waited or ran is cancelled, and says why', async () => {
  const runs = ['queued', 'running'].map((status) => run({ id: `exe_${status}`, status }))
  await bring(ground({ test_flows: [flow()], test_executions: runs }))
  const stored = await rowsOf('select status, error, completed_at, worker from test_executions')
  expect(stored).toEqual(
    runs.map(() => ({
      ...{ status: 'cancelled', completed_at: NOW, worker: null },
      error: { code: 'worker_lost', message: expect.stringContaining('went on') },
    })),
  )
})

test('what breaks a rule is refused by its place', async () => {
  const wrong: [string, object][] = [
    ['test_flows[0].app_id: There is no app', { test_flows: [flow({ app_id: 'app_gone' })] }],
    ['test_flows[0].schedule.cron: Send five', { test_flows: [flow({ schedule: { cron: '61 * * * *' } })] }],
    ['test_flows[0].timeout_seconds: ', { test_flows: [flow({ timeout_seconds: 3_000 })] }],
    ['test_flows[0].allowed_hosts[0]: ', { test_flows: [flow({ allowed_hosts: ['https://a'] })] }],
    ['test_flows[0].goal: Field required', { test_flows: [{ id: 'flw_1', app_id: 'app_1', name: 'a' }] }],
    [
      'test_flows[1].steps[1].id: ',
      {
        test_flows: [
          flow(),
          flow({
            id: 'flw_2',
            steps: [
              { id: 'a', instruction: 'Open' },
              { id: 'a', instruction: 'Open' },
            ],
          }),
        ],
      },
    ],
    ['test_executions[0].app_id: There is no app', { test_executions: [run({ app_id: 'app_gone' })] }],
    ['test_executions[0].status: ', { test_executions: [run({ status: 'odd' })] }],
    ['test_executions[0]: Unknown key "report"', { test_executions: [run({ report: {} })] }],
    [
      `test_flows[${MAX_FLOWS}]: An app has at most 250`,
      { test_flows: Array.from({ length: MAX_FLOWS + 1 }, (_, at) => flow({ id: `flw_${at}` })) },
    ],
  ]
  for (const [message, rows] of wrong) await expect(bring(ground(rows))).rejects.toThrow(message)
})
