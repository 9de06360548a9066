import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type AskingSession, askingSessions } from '../modules/coding/index.ts'
import type { Db } from '../platform/database/db.ts'

export const codingTroubles = (db: Db): TroubleSource => ({
  kinds: ['session_needs_input'],
  need: 'editor',
  list: async (scope) => (await askingSessions(db, scope)).map(troubleOf),
})

function troubleOf(row: AskingSession): Trouble {
  const { session_id, title, request_id, kind, since } = row
  return {
    kind: 'session_needs_input',
    severity: 'warning',
    app: row,
    subject: { type: 'coding_session', id: session_id, name: title },
    detail:
      kind === 'question'
        ? 'The coding session asks a question and waits for the answer.'
        : 'The coding session asks for approval and waits for it.',
    since,
    key: request_id,
  }
}
