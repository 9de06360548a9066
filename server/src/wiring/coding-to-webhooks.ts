import type { CodingNotices, NoticedSession } from '../modules/coding/index.ts'
import { recordEvent } from '../modules/webhooks/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { oneLine } from '../platform/text/one-line.ts'

const LONGEST_TITLE = 200

/** Sessions that ask or have ended become events of the webhooks of their app. */
export function createCodingNotices(others: () => { clock: Clock }): CodingNotices {
  const record = async (tx: Db, type: string, session: NoticedSession) => {
    const { id, app_id, state, client_reference, launch_key, error_code, outcome } = session
    const title = oneLine(session.title, LONGEST_TITLE)
    const pull_request = session.pull_request && {
      number: session.pull_request.number,
      url: session.pull_request.url,
    }
    const facts = { id, state, title, client_reference, launch_key, error_code, outcome, pull_request }
    await recordEvent(tx, {
      app_id,
      source: 'app',
      type,
      order_key: id,
      happened_at: others().clock.now(),
      payload: { app_id, data: { coding_session: { ...facts, input_request_id: session.input_request_id } } },
    })
  }
  return {
    needsInput: (tx, session) => record(tx, 'coding_session.needs_input', session),
    ended: (tx, session) => record(tx, 'coding_session.ended', session),
  }
}
