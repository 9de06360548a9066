/** Tests of apps, and runs of them put where a run would have put them. */

import type { SharedApp } from '../../../../test/app.ts'
import { makeId } from '../../../platform/ids.ts'
import type { TestRunRow } from '../tables.ts'

export type RunFields = Partial<
  Pick<
    TestRunRow,
    | 'status'
    | 'trigger'
    | 'app_revision'
    | 'created_date'
    | 'started_at'
    | 'completed_at'
    | 'start_url'
    | 'worker'
  >
> & { goal?: string; id?: string }

const OPEN: readonly string[] = ['queued', 'running']

/** Stores a run of a test; one that has ended took a second. Returns its id. */
export async function storeRun(
  app: SharedApp,
  { app_id, flow_id }: { app_id: string; flow_id: string },
  fields: RunFields = {},
): Promise<string> {
  const { status = 'passed', trigger = 'manual', app_revision = 1, start_url = null, worker = null } = fields
  const created = fields.created_date ?? app.clock.now()
  const ended = OPEN.includes(status) ? null : new Date(created.getTime() + 1_000)
  const {
    started_at = status === 'queued' ? null : created,
    completed_at = ended,
    goal = 'Buy a lamp',
  } = fields
  const flow = { goal, role: null, steps: [], allowed_hosts: [], timeout_seconds: 300 }
  const id = fields.id ?? makeId('exe', created)
  await app.sql`
    insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, app_revision, start_url, worker,
                                 created_date, started_at, completed_at)
    values (${id}, ${app_id}, ${flow_id}, 'Lamp', ${JSON.stringify(flow)}, ${status}, ${trigger}, ${app_revision},
            ${start_url}, ${worker}, ${created}, ${started_at}, ${completed_at})`
  return id
}

/** Stores a step of a run. */
export async function storeStep(
  app: SharedApp,
  execution_id: string,
  seq: number,
  fields: { id: string; status?: string; instruction?: string; healed?: object | null },
): Promise<void> {
  const { id, status = 'passed', instruction = `Do ${id}`, healed = null } = fields
  await app.sql`
    insert into test_run_steps (execution_id, seq, id, kind, instruction, status, healed, console_errors, failed_requests)
    values (${execution_id}, ${seq}, ${id}, 'act', ${instruction}, ${status}, ${healed && JSON.stringify(healed)},
            '[]', '[]')`
}
