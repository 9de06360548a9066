import { errors } from '@atrium/contract'
import { expect, test } from 'vitest'
import { GitFailed, type GitFault } from '../../../ports/git/port.ts'
import { ForgeFailed, type ForgeFault } from '../../../ports/git-forge/port.ts'
import { refusalOf, withForge } from './forge-refusals.ts'

const FORGE: Record<ForgeFault, string> = {
  unreachable: 'forge_unavailable',
  rate_limited: 'forge_unavailable',
  access_denied: 'repository_access_denied',
  refused: 'repository_access_denied',
  not_found: 'repository_not_found',
  pull_request_not_found: 'pull_request_not_found',
  closed: 'pull_request_closed',
  changed: 'pull_request_changed',
  conflict: 'merge_conflict',
}

const GIT: Record<Exclude<GitFault, 'failed'>, string> = {
  unavailable: 'git_unavailable',
  unreachable: 'forge_unavailable',
  timed_out: 'forge_unavailable',
  access_denied: 'repository_access_denied',
  rejected: 'repository_access_denied',
  not_found: 'repository_not_found',
  ref_not_found: 'base_branch_not_found',
  too_large: 'repository_too_large',
  moved: 'branch_moved',
  conflict: 'merge_conflict',
  bad_name: 'validation_error',
}

test.each(Object.entries(FORGE))('a forge that fails with %s is refused as %s', async (fault, code) => {
  const cause = new ForgeFailed(fault as ForgeFault, 'what the forge said')
  await expect(withForge(() => Promise.reject(cause))).rejects.toMatchObject({ code, cause })
})

test.each(Object.entries(GIT))('git that fails with %s is refused as %s', async (fault, code) => {
  const cause = new GitFailed(fault as GitFault, 'what git said')
  await expect(withForge(() => Promise.reject(cause))).rejects.toMatchObject({ code })
})

test('what the forge does not want is said in its words, everything else in ours', () => {
  expect(refusalOf(new ForgeFailed('refused', 'The branch is protected.'))?.message).toBe(
    'The branch is protected.',
  )
  expect(refusalOf(new ForgeFailed('not_found', 'no'))?.message).toBe(errors.repository_not_found.message)
})

test('other failures pass as they are', async () => {
  const ours = new GitFailed('failed', 'a broken disk')
  await expect(withForge(() => Promise.reject(ours))).rejects.toBe(ours)
  expect(refusalOf(new Error('x'))).toBeNull()
  expect(await withForge(async () => 1)).toBe(1)
})
