import { mkdir } from 'node:fs/promises'
import { MAX_REPOSITORY_BYTES, MAX_REPOSITORY_FILES } from '@atrium/contract/repositories'
import { removeFolder } from '../../../../platform/files/remove-folder.ts'
import type { Remote, WorkCopy } from '../../../../ports/git/port.ts'
import { billingOfApp } from '../../../../tenancy/index.ts'
import type { Deps } from '../../deps.ts'
import { forgeOf } from '../../repository/connected-repository.ts'
import { repositoryStore } from '../../repository/repository-store.ts'
import { sessionStore } from '../../sessions/session-store.ts'
import type { SessionRow } from '../../tables.ts'
import { commitMessageOf } from '../pull-request/commit-message.ts'
import { SessionFailed } from '../session-failed.ts'
import type { Holder } from './held-session-store.ts'
import { type Standing, standingOf, startPointOf } from './start-point.ts'
import { workFolderOf } from './work-folders.ts'
import type { WorkPlace } from './work-place.ts'

/** Copies the repository, at the work of the session as far as it was pushed. Throws what git and the forge throw. */
export async function provisionSession(
  deps: Deps,
  session: SessionRow & Holder,
  signal: AbortSignal,
): Promise<{ place: WorkPlace; standing: Standing }> {
  const { db, git, codingSettings } = deps
  const connected = await requireSameRepository(deps, session)
  const fault = await git.fault()
  if (fault !== null) throw new SessionFailed('provisioning_failed', fault)
  const remote = await connected.forge.remote(connected.repository)
  const start = startPointOf(session, await git.listRefs(remote, signal))
  const folder = workFolderOf(deps, session)
  await mkdir(codingSettings.workFolder, { recursive: true, mode: 0o700 })
  await removeFolder(folder)
  const bounds = { maxBytes: MAX_REPOSITORY_BYTES, maxFiles: MAX_REPOSITORY_FILES, signal }
  const copy = await git.clone(remote, folder, { ref: start.ref, ...bounds })
  const isResumed = session.state !== 'queued'
  const head =
    start.isBranch && isResumed ? await deepen(copy, remote, start.branch, signal) : await copy.head()
  const { pushed_commit } = session
  const hasPushed = pushed_commit !== null && head !== null && (await copy.isAncestor(pushed_commit, head))
  // A pass that begins has pushed nothing, whatever the one before did.
  const known = isResumed ? session : { ...session, pushed_commit: null, pushing_commit: null }
  const standing = standingOf(known, start, head, hasPushed)
  const launched = await sessionStore(db).find(session.app_id, session.id)
  const email = launched?.launched_by ?? 'coding-session@localhost'
  const place: WorkPlace = {
    ...connected,
    holder: { id: session.id, worker: session.worker },
    ...{ remote, copy, branch: start.branch, remoteAt: start.isBranch ? head : null },
    ...{ startCommit: standing.start_commit, pushedCommit: standing.pushed_commit, pushing: null },
    author: { name: email, email },
    message: commitMessageOf(session),
  }
  return { place, standing }
}

/** With the commits before it: the work of the pass stands on one of them. */
async function deepen(
  copy: WorkCopy,
  remote: Remote,
  branch: string,
  signal: AbortSignal,
): Promise<string | null> {
  const head = await copy.head()
  const fetched = await copy.fetch(remote, branch, signal)
  if (fetched === null || fetched === head) return head
  await copy.checkOut(fetched)
  return fetched
}

/** It may have been disconnected, or another connected, since the session was launched. */
export async function requireSameRepository(deps: Deps, session: SessionRow) {
  const row = await repositoryStore(deps.db).find(session.app_id)
  const billing = await billingOfApp(deps.db, session.app_id)
  if (!row || !billing)
    throw new SessionFailed(
      'repository_not_connected',
      'The repository was disconnected from the app. Connect it, then send a message to go on.',
    )
  const isSame =
    row.provider === session.provider &&
    row.full_name.toLowerCase() === session.repository_full_name.toLowerCase()
  if (!isSame)
    throw new SessionFailed(
      'repository_mismatch',
      `The app is connected to ${row.full_name} by now. Connect ${session.repository_full_name} again, or launch another session.`,
    )
  const { workspace_id: workspaceId } = billing
  return { row, workspaceId, ...forgeOf(deps, workspaceId, row) }
}
