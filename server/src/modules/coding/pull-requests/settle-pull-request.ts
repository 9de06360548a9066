import { transaction } from '../../../platform/database/transaction.ts'
import type { ForgePullRequest } from '../../../ports/git-forge/port.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Connected } from '../repository/connected-repository.ts'
import { updateSession } from '../sessions/session-change-store.ts'
import { pullRequestSessionStore } from './pull-request-session-store.ts'

/** Stores that a pull request was merged or closed here: the session that opened it shows it, too. */
export async function settlePullRequest(
  { db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>,
  by: { app: App; caller: Caller; action: 'pull_requests.merge' | 'pull_requests.close' },
  { row }: Pick<Connected, 'row'>,
  pull: ForgePullRequest,
): Promise<void> {
  const { app, caller, action } = by
  const { number, state, head_sha } = pull
  await transaction(db, async (tx) => {
    const sessions = await pullRequestSessionStore(tx).lockOf(app, row, number)
    for (const session of sessions) {
      if (session.pull_request === null) continue
      const pull_request = { ...session.pull_request, state, head_sha }
      await updateSession(tx, session, clock.now(), { pull_request })
    }
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action,
      target_type: 'pull_request',
      target_id: `${row.full_name}#${number}`,
      app_id: app.id,
      detail: { provider: row.provider, head_sha },
    })
  })
}
