import type { App } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { hookUrl } from './hook-token.ts'
import type { DefinedWorkflow, ListedWorkflow } from './store.ts'

/** Anyone who knows the secret address can start runs, so only editors see it. */
export function presentWorkflow(
  deps: Pick<Deps, 'secrets' | 'baseUrl'>,
  { user_role }: Pick<App, 'user_role'>,
  workflow: DefinedWorkflow,
) {
  const { id, name, description, definition, trigger, status, version, next_run_at } = workflow
  const { created_date, updated_date } = workflow
  const webhook_url = user_role === 'editor' ? hookUrl(deps, workflow) : null
  return {
    ...{ id, name, description, definition, trigger, status, version },
    ...{ webhook_url, next_run_at, created_date, updated_date },
  }
}

export function presentSummary(workflow: ListedWorkflow) {
  const { id, name, description, trigger, status, version, next_run_at } = workflow
  const { created_date, updated_date, last_run_id } = workflow
  return {
    id,
    name,
    description,
    trigger,
    status,
    version,
    next_run_at,
    last_run: last_run_id === null ? null : lastRun(last_run_id, workflow),
    created_date,
    updated_date,
  }
}

function lastRun(id: string, { last_run_status: status, last_run_started_at: started_at }: ListedWorkflow) {
  return { id, status, started_at }
}
