/** Many runs of workflows: 100,000 that wait next to those that are due, and 1,000,000 that ended next to few. */
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@atrium/sdk'
import { until } from '../server/processes/until.ts'
import { type Contest, median, withContest } from './harness.ts'

const WAITING = 100_000
const DUE = 500
const ENDED = 1_000_000
const READS = 200

export async function workflowsMany(): Promise<void> {
  await withContest([], async (contest) => {
    const { atrium, token, database } = contest
    const client = createClient({ baseUrl: atrium.address, token })
    const make = async (name: string) => {
      const { id: app_id } = await client.apps.create({ name })
      const { id: workflow_id } = await client.workflows.create(
        { app_id },
        {
          name,
          trigger: { type: 'manual' },
          definition: { do: [{ pause: { wait: { days: 1 } } }, { done: { set: { done: true } } }] },
        },
      )
      return { app_id, workflow_id }
    }

    const waiting = await make('Waiting')
    const before = await memoryOf(atrium.pid)
    await addWaiting(contest, waiting)
    await wait(2_000) // it looks for due ones some times in the meantime
    const after = await memoryOf(atrium.pid)
    const begun = performance.now()
    await database.query(
      `with due as (select id from workflow_runs where workflow_id = $1 limit ${DUE}),
            steps as (update workflow_run_steps set due_at = now() where run_id in (select id from due))
       update workflow_runs set wake_at = now() where id in (select id from due)`,
      [waiting.workflow_id],
    )
    const taken = `select count(*)::int as count from workflow_runs where workflow_id = $1 and status = 'completed'`
    const ended = async () => (await database.query(taken, [waiting.workflow_id])).rows[0].count
    await until('the first of them has ended', async () => (await ended()) > 0)
    const first = performance.now() - begun
    await until('all of them have ended', async () => (await ended()) === DUE, 60_000)
    const all = performance.now() - begun
    console.log(`\nworkflows-many: ${WAITING.toLocaleString('en')} runs that wait`)
    console.log(`  memory of the server ${before} MB before, ${after} MB with them`)
    console.log(
      `  ${DUE} that became due: the first ended after ${Math.round(first)} ms, the last after ${Math.round(all)} ms   target 1,000 for the start`,
    )

    const few = await make('Few')
    const many = await make('Many')
    await addEnded(contest, few, 1_000)
    await addEnded(contest, many, ENDED)
    await database.query('analyze workflow_runs')
    console.log(
      `\nworkflows-many: ${ENDED.toLocaleString('en')} runs that ended, next to 1,000 (${READS} reads each)`,
    )
    const { runs } = client
    type Of = typeof few
    const reads: Record<string, (of: Of) => Promise<unknown>> = {
      'first page of a workflow': (of) => runs.list(of),
      'failed ones of a workflow': (of) => runs.list(of, { status: 'failed' }),
      'first page of an app': (of) => runs.list_all({ app_id: of.app_id }),
      'one run': async (of) => runs.read({ ...of, run_id: `run_${of.workflow_id}_500` }),
    }
    for (const [name, read] of Object.entries(reads)) {
      const times = { few: [] as number[], many: [] as number[] }
      for (let round = 0; round < READS; round++) {
        for (const [side, of] of [['few', few] as const, ['many', many] as const]) {
          const start = performance.now()
          await read(of)
          times[side].push(performance.now() - start)
        }
      }
      const ratio = median(times.many) / median(times.few)
      console.log(
        `  ${name.padEnd(26)} ${median(times.few).toFixed(1)} ms and ${median(times.many).toFixed(1)} ms   ratio ${ratio.toFixed(2)}   target 2`,
      )
    }
  })
}

interface Place {
  app_id: string
  workflow_id: string
}

async function addWaiting({ database }: Contest, { app_id, workflow_id }: Place): Promise<void> {
  await database.query(
    `insert into workflow_runs (id, app_id, workflow_id, version, status, trigger_type, input, wake_at, created_date, started_at)
     select 'run_waiting_' || n, $1, $2, 1, 'running', 'manual', '{}', now() + interval '1 day', now(), now()
       from generate_series(1, ${WAITING}) n`,
    [app_id, workflow_id],
  )
  await database.query(
    `insert into workflow_run_steps (run_id, id, attempt, seq, app_id, name, type, status, due_at, started_at)
     select 'run_waiting_' || n, 'pause', 1, 1, $1, 'pause', 'wait', 'waiting', now() + interval '1 day', now()
       from generate_series(1, ${WAITING}) n`,
    [app_id],
  )
  await database.query('analyze workflow_runs')
}

async function addEnded({ database }: Contest, { app_id, workflow_id }: Place, count: number): Promise<void> {
  await database.query(
    `insert into workflow_runs (id, app_id, workflow_id, version, status, trigger_type, input, created_date, started_at, completed_at, error)
     select 'run_' || $2 || '_' || n, $1, $2, 1, case when n % 10 = 0 then 'failed' else 'completed' end, 'manual', '{}',
            now() - interval '1 day', now() - interval '1 day', now() - interval '1 day',
            case when n % 10 = 0 then '{"message": "no", "code": "raised", "step_id": null}'::jsonb end
       from generate_series(1, ${count}) n`,
    [app_id, workflow_id],
  )
}

/** In megabytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}
