import { createHash } from 'node:crypto'
import type { InputOf, operations } from '@atrium/contract'
import { invalid } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { SessionMessageRow } from '../tables.ts'

type Body = InputOf<typeof operations.coding.message>['body']

/** A message that nobody has read; refuses with 422 one that says nothing. */
export function draftMessage(
  session_id: string,
  user_id: string,
  message_key: string,
  body: Body,
  now: Date,
): SessionMessageRow {
  const { text = null, approve = null, input_request_id = null } = body
  const answers = body.answers ?? []
  if (text === null && approve === null && answers.length === 0)
    throw invalid(['body', 'text'], 'missing', 'Send text, answers or approve')
  return {
    id: makeId('inp', now),
    ...{ session_id, user_id, message_key },
    input_hash: createHash('sha256')
      .update(JSON.stringify([text, answers.map(fieldsOf), approve, input_request_id]))
      .digest('hex'),
    state: 'waiting',
    ...{ text, answers, approve, input_request_id },
    created_date: now,
    delivered_at: null,
  }
}

/** In one order, with null for what was left out. */
function fieldsOf(answer: SessionMessageRow['answers'][number]) {
  const { question_index, selected_label = null, selected_labels = null, custom_text = null } = answer
  return [question_index, selected_label, selected_labels, custom_text]
}
