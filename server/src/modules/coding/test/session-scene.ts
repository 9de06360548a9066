/** Coding sessions without a node that carries them out: an app with a connected repository, and what an engine would do. */
import type { Question } from '@atrium/contract/coding-messages'
import { beforeEach } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { createCredits } from '../../../tenancy/credits/credits.ts'
import { createCodingNotices } from '../../../wiring/coding-to-webhooks.ts'
import { resumeSessions } from '../agent/resume-sessions.ts'
import { type MoveDeps, moveSession } from '../sessions/move-session.ts'
import type { SessionChanges } from '../sessions/session-change-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { Trigger } from '../sessions/states.ts'
import type { SessionRow } from '../tables.ts'

const HOURS_72 = 72 * 3_600_000

export function useSessions() {
  const app = useApp(() => ({ rate_limits: 'off' }))
  const { owner, editor, viewer, guest, stranger } = useTeam(app)
  const at = { app_id: '' }
  let keys = 0
  beforeEach(async () => {
    // Credits are held where there is a limit.
    await app.sql`update workspaces set monthly_limit = 100000 where id = ${owner.workspace_id}`
    at.app_id = (await app.make.app(owner)).id
    await connect(at.app_id)
  })

  const connect = (appId: string, full_name = 'acme/shop') =>
    app.sql`
      insert into repositories (app_id, provider, full_name, base_branch, clone_url, connected_date)
      values (${appId}, 'local', ${full_name}, 'main', '', now())
      on conflict (app_id) do update set full_name = excluded.full_name`
  const client = () => app.as(owner)
  const newKey = () => `key-${++keys}`
  type Launch = Parameters<ReturnType<typeof client>['coding']['launch']>[1]
  const launch = (fields: Partial<Launch> = {}, idempotency_key = newKey(), who = client()) =>
    who.coding.launch({ app_id: at.app_id }, { prompt: 'Do it', title: 'It', ...fields }, { idempotency_key })
  type Message = Parameters<ReturnType<typeof client>['coding']['message']>[1]
  const rowOf = async (id: string) => {
    const [row] = await app.sql<SessionRow>`select * from coding_sessions where id = ${id}`
    if (!row) throw new Error('no such session')
    return row
  }

  const moveDeps: MoveDeps = {
    clock: { now: () => app.clock.now() },
    credits: createCredits({ now: () => app.clock.now() }),
    codingNotices: createCodingNotices(() => app),
  }
  /** What the node that has the session does, by the same function. */
  const move = (id: string, trigger: Trigger, changes: SessionChanges = {}) =>
    transaction(app.atrium.db, async (tx) => {
      const session = await sessionStore(tx).lock(id)
      if (!session) throw new Error('no such session')
      return moveSession(moveDeps, tx, session, trigger, changes)
    })

  return {
    ...{
      app,
      owner,
      editor,
      viewer,
      guest,
      stranger,
      at,
      client,
      connect,
      newKey,
      launch,
      rowOf,
      move,
      moveDeps,
    },
    start: (id: string) =>
      move(id, 'start', {
        worker: 'node',
        leased_until: new Date(app.clock.now().getTime() + 60_000),
        branch_name: `session/${id}`,
        message_id: crypto.randomUUID(),
        pass_started_at: app.clock.now(),
      }),
    /** Asks as the agent does; an approval when there are no questions. */
    async ask(id: string, questions: Question[] = []): Promise<string> {
      const now = app.clock.now()
      const requestId = makeId('inq', now)
      const kind = questions.length > 0 ? 'question' : 'approval'
      await app.sql`
        insert into coding_input_requests (id, session_id, kind, prompt, questions, created_at, expires_at)
        values (${requestId}, ${id}, ${kind}, 'Well?', ${JSON.stringify(questions)}, ${now},
                ${new Date(now.getTime() + HOURS_72)})`
      await move(id, 'ask', { input_request_id: requestId, worker: null, leased_until: null })
      return requestId
    },
    say: (session_id: string, body: Message, idempotency_key = newKey(), who = client()) =>
      who.coding.message({ app_id: at.app_id, session_id }, body, { idempotency_key }),
    /** What happens every minute; nothing else is carried out. */
    async resume() {
      await app.sql`delete from pgboss.job`
      await app.atrium.jobs.send(app.atrium.db, resumeSessions, {})
      await app.atrium.jobs.drain()
    },
    read: (session_id: string) => client().coding.read({ app_id: at.app_id, session_id }),
    cancel: (session_id: string) => client().coding.cancel({ app_id: at.app_id, session_id }),
    holds: async () =>
      (
        await app.sql`
          select from credit_holds h join coding_sessions s on s.id = h.key where s.app_id = ${at.app_id}`
      ).length,
    uses: async () =>
      (await app.sql`select from credit_uses where app_id = ${at.app_id} and kind = 'coding_session'`).length,
    jobs: async (id: string) =>
      (
        await app.sql`
          select from pgboss.job where name = 'coding.carry_out' and data -> 'payload' ->> 'session_id' = ${id}`
      ).length,
  }
}
