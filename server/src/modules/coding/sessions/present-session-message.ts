import type { SessionMessageRow } from '../tables.ts'

export function presentSessionMessage(message: SessionMessageRow) {
  const { id, session_id, state, text, answers, approve, input_request_id } = message
  const { created_date, delivered_at } = message
  const error_code = state === 'interrupted' ? ('delivery_interrupted' as const) : null
  return {
    ...{ id, session_id, state, error_code, text, answers, approve, input_request_id },
    ...{ created_date, delivered_at },
  }
}
