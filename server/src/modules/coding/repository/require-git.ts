import { refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'

export async function requireGit({ git, log }: Pick<Deps, 'git' | 'log'>): Promise<void> {
  const fault = await git.fault()
  if (fault === null) return
  log.warn({ fault }, 'there is no git that repositories could use')
  throw refuse('git_unavailable')
}
