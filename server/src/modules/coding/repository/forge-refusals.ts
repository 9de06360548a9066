import type { ErrorCode } from '@atrium/contract'
import { type ApiError, invalid, refuse } from '../../../platform/errors.ts'
import { GitFailed, type GitFault } from '../../../ports/git/port.ts'
import { ForgeFailed, type ForgeFault } from '../../../ports/git-forge/port.ts'

/** Does what needs git or a forge; what they fail with becomes a refusal. */
export async function withForge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw refusalOf(cause) ?? cause
  }
}

/** Null for what is no failure of git or a forge, and for what is a fault of ours. */
export function refusalOf(cause: unknown): ApiError | null {
  if (cause instanceof ForgeFailed) return refuseBy(FORGE[cause.fault], cause)
  if (!(cause instanceof GitFailed) || cause.fault === 'failed') return null
  if (cause.fault === 'bad_name') return invalid(['body'], 'branch_name', 'git takes no branch of this name')
  return refuseBy(GIT[cause.fault], cause)
}

interface Refusal {
  code: ErrorCode
  /** The forge knows better than our sentence what to do. */
  isQuoted?: true
}

const FORGE: Readonly<Record<ForgeFault, Refusal>> = {
  unreachable: { code: 'forge_unavailable' },
  rate_limited: { code: 'forge_unavailable', isQuoted: true },
  access_denied: { code: 'repository_access_denied' },
  refused: { code: 'repository_access_denied', isQuoted: true },
  not_found: { code: 'repository_not_found' },
  pull_request_not_found: { code: 'pull_request_not_found' },
  closed: { code: 'pull_request_closed' },
  changed: { code: 'pull_request_changed' },
  conflict: { code: 'merge_conflict' },
}

const GIT: Readonly<Record<Exclude<GitFault, 'bad_name' | 'failed'>, Refusal>> = {
  unavailable: { code: 'git_unavailable' },
  unreachable: { code: 'forge_unavailable' },
  timed_out: { code: 'forge_unavailable' },
  access_denied: { code: 'repository_access_denied' },
  rejected: { code: 'repository_access_denied', isQuoted: true },
  not_found: { code: 'repository_not_found' },
  ref_not_found: { code: 'base_branch_not_found' },
  too_large: { code: 'repository_too_large' },
  moved: { code: 'branch_moved' },
  conflict: { code: 'merge_conflict' },
}

function refuseBy({ code, isQuoted }: Refusal, cause: ForgeFailed | GitFailed): ApiError {
  return refuse(code, { cause, ...(isQuoted && { message: cause.message }) })
}
