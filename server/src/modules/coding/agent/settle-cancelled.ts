import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { HeldSession } from './pass.ts'
import { storePullRequest } from './pull-request/open-session-pull-request.ts'
import { moveHeld } from './work/move-held.ts'
import { requireSameRepository } from './work/provision-session.ts'

/** Ends a session that is being cancelled; one whose pull request is there by now has completed. */
export async function settleCancelled(deps: Deps, session: HeldSession): Promise<void> {
  const found = (await sessionStore(deps.db).wasOpening(session.id))
    ? await tolerate(deps.log, 'a pull request was not looked for', findPullRequest(deps, session), null)
    : null
  if (!found) return void (await moveHeld(deps, session, 'stopped'))
  await storePullRequest(deps, session, { holder: session, row: found.row }, found.pull)
}

async function findPullRequest(deps: Deps, session: HeldSession) {
  const { forge, repository, row } = await requireSameRepository(deps, session)
  const pull = session.branch_name && (await forge.findOpenPullRequest(repository, session.branch_name))
  return pull ? { row, pull } : null
}
