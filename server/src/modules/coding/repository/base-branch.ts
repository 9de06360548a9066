import { refuse } from '../../../platform/errors.ts'
import type { ForgeRepository, GitForge } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import { withForge } from './forge-refusals.ts'

/** How long git may take for what somebody waits for. */
export const REFS_MS = 30_000

/** The branch that was named, or else the usual one; refused when the repository has others but not this one. */
export async function requireBaseBranch(
  { git }: Pick<Deps, 'git'>,
  { forge, repository }: { forge: GitForge; repository: ForgeRepository },
  named: string | undefined,
  usual: string,
): Promise<string> {
  const branch = named ?? usual
  const { refs } = await withForge(async () =>
    git.listRefs(await forge.remote(repository), AbortSignal.timeout(REFS_MS)),
  )
  const isEmpty = ![...refs.keys()].some((name) => name.startsWith('refs/heads/'))
  if (!isEmpty && !refs.has(`refs/heads/${branch}`)) throw refuse('base_branch_not_found')
  return branch
}
