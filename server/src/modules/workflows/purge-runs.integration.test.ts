import { expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { workflowArchive } from './archive.ts'
import { purgeRuns } from './purge-runs.ts'

const { bring, database } = useArchive(workflowArchive)
const DAY_MS = 86_400_000

test('runs go 30 days after their end, failed ones after 90, open ones never', async () => {
  const ends = { old: 31, young: 29, recent: 89, late: 91 }
  const runs = (['completed', 'cancelled', 'failed'] as const).flatMap((status) =>
    Object.entries(ends).map(([age, days]) => ({
      ...{ id: `${status}_${age}`, workflow_id: 'wfl_1', status, steps: [{ id: 'a' }] },
      completed_at: new Date(NOW.getTime() - days * DAY_MS).toISOString(),
    })),
  )
  const definition = { do: [{ greet: { set: { a: 1 } } }] }
  const workflow = { id: 'wfl_1', app_id: 'app_1', name: 'Greet', definition, trigger: { type: 'manual' } }
  await bring({ ...GROUND, apps: [groundApp('app_1')], workflows: [workflow], workflow_runs: runs })
  await database.pool.query(
    `insert into workflow_runs (id, app_id, workflow_id, version, status, trigger_type, created_date)
     values ('open', 'app_1', 'wfl_1', 1, 'running', 'manual', '2020-01-01')`,
  )

  // More than go at once.
  await database.pool.query(
    `insert into workflow_runs (id, app_id, workflow_id, version, status, trigger_type, created_date, completed_at)
     select 'many_' || n, 'app_1', 'wfl_1', 1, 'completed', 'manual', '2020-01-01', '2020-01-02'
       from generate_series(1, 1001) n`,
  )

  const deps = { db: database.db, clock: { now: () => NOW } } as Parameters<typeof purgeRuns.run>[0]
  await purgeRuns.run(deps, {}, { attempt: 1, signal: new AbortController().signal })

  const left = async (text: string) => (await database.pool.query(text)).rows.map(({ id }) => id)
  const kept = ['cancelled_young', 'completed_young', 'failed_old', 'failed_recent', 'failed_young']
  expect(await left('select id from workflow_runs order by id')).toEqual([...kept, 'open'])
  expect(await left('select run_id as id from workflow_run_steps order by 1')).toEqual(kept)
})
