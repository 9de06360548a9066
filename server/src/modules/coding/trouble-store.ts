import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface AskingSession extends AppOfRow {
  session_id: string
  title: string
  request_id: string
  kind: 'question' | 'approval'
  since: Date
  expires_at: Date
}

const asking = prepared<AskingSession>(
  'coding_asking_sessions',
  `select ${APP_OF_ROW}, s.id as session_id, s.title, q.id as request_id, q.kind, q.created_at as since,
          q.expires_at
     from apps a
     join coding_sessions s on s.app_id = a.id and s.state = 'needs_input'
     join coding_input_requests q on q.id = s.input_request_id
    where ${IN_SCOPE}
    order by q.created_at desc, s.id limit $3`,
)

/** Coding sessions that cannot go on without somebody. */
export async function askingSessions(db: Db, scope: AppScope): Promise<AskingSession[]> {
  return asking(db, [...scopeValues(scope), scope.limit])
}
