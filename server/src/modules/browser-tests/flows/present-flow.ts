import type { FlowWithRun, LastRun, ListedFlow } from './flow-store.ts'

export function presentFlow(flow: FlowWithRun) {
  const { steps, allowed_hosts, timeout_seconds } = flow
  return { ...common(flow), steps, allowed_hosts, timeout_seconds }
}

export function presentListedFlow(flow: ListedFlow) {
  return { ...common(flow), step_count: flow.step_count }
}

/** For a test that nobody has run yet. */
export const NO_RUN: LastRun = { last_run_id: null, last_run_status: 'queued', last_run_completed_at: null }

type Common = Omit<FlowWithRun, 'steps' | 'allowed_hosts' | 'timeout_seconds'>

function common(flow: Common) {
  const { id, name, goal, role, start_url, schedule, on_publish, next_run_at } = flow
  const { created_date, updated_date } = flow
  const last_run = lastRun(flow)
  return {
    ...{ id, name, goal, role, start_url, schedule, on_publish, next_run_at },
    ...{ last_run, created_date, updated_date },
  }
}

function lastRun({ last_run_id: id, last_run_status: status, last_run_completed_at: completed_at }: LastRun) {
  return id === null ? null : { id, status, completed_at }
}
