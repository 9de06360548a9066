import type { TreeDiff } from '../../../ports/git/port.ts'
import type { ForgeRepository, GitForge } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import { copyLimits } from '../repository/copy-limits.ts'
import { DIFF_LIMITS } from '../repository/diff-limits.ts'
import { inWorkFolder } from '../repository/work-folder.ts'
import type { SessionRow } from '../tables.ts'

/** Shorter than an exchange: somebody wants to look. */
const PATIENCE_MS = 60_000

/** What the branch of a session adds to its start; null when there is no such branch. */
export async function compareBranch(
  deps: Pick<Deps, 'git' | 'localRepositories' | 'codingSettings' | 'clock' | 'log'>,
  { forge, repository }: { forge: GitForge; repository: ForgeRepository },
  session: SessionRow,
): Promise<TreeDiff | null> {
  const { branch_name, start_commit, provider } = session
  if (branch_name === null || start_commit === null) return null
  if (provider === 'local') return compareHere(deps, repository, session)
  const remote = await forge.remote(repository)
  return inWorkFolder(deps, repository.workspace_id, async (folder) => {
    const limits = copyLimits(PATIENCE_MS)
    const copy = await deps.git.clone(remote, folder, { ref: start_commit, ...limits })
    const head = await copy.fetch(remote, branch_name, limits.signal)
    return head === null ? null : copy.diff(start_commit, head, DIFF_LIMITS)
  })
}

/** Repositories of this server are read where they lie. */
async function compareHere(
  { git, localRepositories }: Pick<Deps, 'git' | 'localRepositories'>,
  { workspace_id, full_name }: ForgeRepository,
  { branch_name, base_branch, existing_branch, start_commit }: SessionRow,
): Promise<TreeDiff | null> {
  const found = await localRepositories.find(workspace_id, full_name)
  if (!found || branch_name === null) return null
  const repository = git.repository(found.folder)
  const head = await repository.resolve(branch_name)
  // Of a branch of its own all passes count; on a branch of others, what the present one adds.
  const base = (existing_branch === null && (await repository.resolve(base_branch))) || start_commit
  return head === null || base === null ? null : repository.diff(base, head, DIFF_LIMITS)
}
