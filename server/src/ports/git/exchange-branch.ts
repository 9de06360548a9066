/** One branch of a remote: fetched, and pushed to. */
import { createHash } from 'node:crypto'
import { oneLine } from '../../platform/text/one-line.ts'
import { commitOf, getCommitById } from './commits.ts'
import { copyRefs } from './copy-refs.ts'
import { GitFailed, type Remote, type WorkCopy } from './port.ts'
import { branchRef, requireCommitId } from './ref-names.ts'
import type { RunRemote } from './remote.ts'
import type { WorkFolder } from './work-folder.ts'

/** Enough to see that somebody went on from a commit of ours. */
const FETCHED_COMMITS = 50
const SAID_BYTES = 1024 * 1024

export async function fetchBranch(
  run: RunRemote,
  { dir, limits }: WorkFolder,
  remote: Remote,
  branch: string,
  signal: AbortSignal,
): Promise<string | null> {
  const ref = branchRef(branch)
  // Not by its name: `a` and `a/b` cannot both be here, and may have followed each other there.
  const local = `refs/fetched/${createHash('sha256').update(ref).digest('hex')}`
  try {
    await copyRefs(run, remote, dir, {
      maxBytes: limits.maxBytes,
      signal,
      depth: FETCHED_COMMITS,
      refspecs: [`+${ref}:${local}`],
    })
  } catch (error) {
    if (error instanceof GitFailed && error.fault === 'ref_not_found') return null
    throw error
  }
  return commitOf(dir, local)
}

export async function pushCommit(
  run: RunRemote,
  dir: string,
  { remote, branch, commit, expected, signal }: Parameters<WorkCopy['push']>[0],
): Promise<void> {
  const ref = branchRef(branch)
  const { output, code } = await run(remote, {
    dir,
    args: [
      'push',
      '--porcelain',
      '--no-verify',
      '--no-signed',
      '--no-follow-tags',
      '--recurse-submodules=no',
      `--force-with-lease=${ref}:${expected === null ? '' : requireCommitId(expected)}`,
      'origin',
      `${await getCommitById(dir, commit)}:${ref}`,
    ],
    ends: [0, 1],
    maxBytes: SAID_BYTES,
    signal,
  })
  if (code !== 0) throw refusalOf(output.toString())
}

/** `flag TAB from:to TAB summary (reason)` */
function refusalOf(output: string): GitFailed {
  const [, summary = ''] = /^!\t[^\t]*\t(.*)$/m.exec(output) ?? []
  if (MOVED.test(summary)) return new GitFailed('moved', 'The branch is not where it was expected.')
  const [, reason = ''] = /\((.*)\)$/.exec(summary) ?? []
  const said = oneLine(reason, 200)
  return new GitFailed(
    'rejected',
    said === '' ? 'The server does not take it.' : `The server does not take it: ${said}`,
  )
}

const MOVED =
  /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref|reference already exists|incorrect old value/
