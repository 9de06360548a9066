import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { RepositoryRow, SessionRow } from '../tables.ts'
import { hashInputs, isRetry, type LaunchInputs, launchInputs } from './launch-inputs.ts'
import { presentSession } from './present-session.ts'
import { requestPass } from './request-pass.ts'
import { requireRepository } from './require-repository.ts'
import { type LaunchedSession, sessionStore } from './session-store.ts'

/** Nothing is begun when this refuses; the prompt becomes the first message of the session when it starts. */
export async function launchSession(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.coding.launch>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const { id: user_id, email: launched_by } = userOf(caller)
  const launch_key = headers['idempotency-key']
  const client_reference = body.client_reference ?? null
  const inputs = launchInputs(body)
  const input_hash = hashInputs(inputs)
  const session = await transaction(deps.db, async (tx): Promise<LaunchedSession> => {
    const store = sessionStore(tx)
    const known = await store.lockApp(app.id)
    if (!known) throw refuse('app_not_found')
    // A retry is answered whatever has become of the repository, the queue and the credits.
    const launched = await store.findByKey(app.id, user_id, launch_key)
    if (launched) {
      if (!isRetry(launched, input_hash, client_reference)) throw refuse('idempotency_conflict')
      return launched
    }
    const repository = requireRepository(known.repository, inputs.expected_repository_full_name)
    if (!known.has_room) throw refuse('session_queue_full')
    const facts = { app_id: app.id, user_id, launch_key, input_hash, client_reference }
    const made = newSession({ ...facts, ...inputs }, repository, deps.clock.now())
    if (!(await store.insert(made))) throw new Error('A session with this key was stored without the lock.')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'coding.launch',
      target_type: 'coding_session',
      target_id: made.id,
      app_id: app.id,
      detail: { title: made.title, client_reference },
    })
    await requestPass(deps, tx, made, app.workspace_id)
    return { ...made, launched_by }
  })
  return presentSession(session)
}

type Facts = LaunchInputs &
  Pick<SessionRow, 'app_id' | 'user_id' | 'launch_key' | 'input_hash' | 'client_reference'>

function newSession(
  facts: Facts,
  { provider, full_name, base_branch }: Pick<RepositoryRow, 'provider' | 'full_name' | 'base_branch'>,
  now: Date,
): SessionRow {
  return {
    id: makeId('cod', now),
    ...facts,
    state: 'queued',
    ...{ provider, repository_full_name: full_name, base_branch },
    ...{ message_id: null, branch_id: null, branch_name: null },
    ...{ start_commit: null, pushed_commit: null, pushing_commit: null },
    ...{ session_url: null, pull_request: null, error_code: null, error_message: null },
    ...{ input_request_id: null, outcome: null, summary: null, plan: [], step_count: 0 },
    ...{ pass_steps: 0, pass_started_at: null, paid_by_id: facts.user_id },
    ...{ input_tokens: 0, output_tokens: 0, cost_micros: 0, last_seq: 0 },
    ...{ worker: null, leased_until: null, tries: 0 },
    ...{ created_date: now, updated_date: now, completed_at: null },
  }
}
