import type { LaunchedSession } from './session-store.ts'

const MICROS = 1_000_000

export function presentSession(session: LaunchedSession) {
  const { id, state, message_id, repository_full_name, branch_id, branch_name, session_url } = session
  const { pull_request, error_code, launch_key, client_reference, input_request_id, outcome } = session
  const { summary, title, error_message, plan, step_count, launched_by } = session
  const { input_tokens, output_tokens, cost_micros, created_date, updated_date, completed_at } = session
  return {
    ...{ id, state, message_id, repository_full_name, branch_id, branch_name, session_url, pull_request },
    ...{ error_code, launch_key, client_reference, input_request_id, outcome, summary },
    ...{ title, error_message, plan, step_count, launched_by },
    usage: { input_tokens, output_tokens, cost: cost_micros / MICROS },
    ...{ created_date, updated_date, completed_at },
  }
}
