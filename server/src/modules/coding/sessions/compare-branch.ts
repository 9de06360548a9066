import { join } from 'node:path'
import { MAX_REPOSITORY_BYTES, MAX_REPOSITORY_FILES } from '@atrium/contract/repositories'
import { makeId } from '../../../platform/ids.ts'
import type { DiffLimits, TreeDiff } from '../../../ports/git/port.ts'
import type { ForgeRepository, GitForge } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import type { SessionRow } from '../tables.ts'

const PATIENCE_MS = 60_000

/** What the branch of a session adds to its start; null when there is no such branch. */
export async function compareBranch(
  deps: Pick<Deps, 'git' | 'localRepositories' | 'codingSettings' | 'clock'>,
  { forge, repository }: { forge: GitForge; repository: ForgeRepository },
  session: SessionRow,
  limits: DiffLimits,
): Promise<TreeDiff | null> {
  const { branch_name, start_commit, provider } = session
  if (branch_name === null || start_commit === null) return null
  if (provider === 'local') return compareHere(deps, repository, session, limits)
  const remote = await forge.remote(repository)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const folder = join(deps.codingSettings.workFolder, makeId('diff', deps.clock.now()))
  const bounds = { maxBytes: MAX_REPOSITORY_BYTES, maxFiles: MAX_REPOSITORY_FILES, signal }
  const copy = await deps.git.clone(remote, folder, { ref: start_commit, ...bounds })
  try {
    const head = await copy.fetch(remote, branch_name, signal)
    return head === null ? null : await copy.diff(start_commit, head, limits)
  } finally {
    await copy.remove()
  }
}

/** Repositories of this server are read where they lie. */
async function compareHere(
  { git, localRepositories }: Pick<Deps, 'git' | 'localRepositories'>,
  { workspace_id, full_name }: ForgeRepository,
  { branch_name, base_branch, existing_branch, start_commit }: SessionRow,
  limits: DiffLimits,
): Promise<TreeDiff | null> {
  const found = await localRepositories.find(workspace_id, full_name)
  if (!found || branch_name === null) return null
  const repository = git.repository(found.folder)
  const head = await repository.resolve(branch_name)
  // Of a branch of its own all passes count; on a branch of others, what the present one adds.
  const base = (existing_branch === null && (await repository.resolve(base_branch))) || start_commit
  return head === null || base === null ? null : repository.diff(base, head, limits)
}
