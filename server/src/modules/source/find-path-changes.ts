import { MAX_SOURCE_COMMITS_SEARCHED } from '@atrium/contract/source'
import type { Commit } from '../../ports/source-storage/port.ts'

export interface CommitPlace {
  commitId: string
  revision: number
}

export interface FoundCommits {
  /** Every revision is one commit. */
  rows: (Commit & { revision: number })[]
  /** Where to go on; null at the end of the history. */
  next: CommitPlace | null
}

/** Those commits that have something else at the path than the one before them. `revision` is that of the first. */
export async function findPathChanges(
  commits: AsyncIterable<Commit & { entry_id: string | null }>,
  revision: number,
  limit: number,
): Promise<FoundCommits> {
  const rows: FoundCommits['rows'] = []
  let newer: (FoundCommits['rows'][number] & { entry_id: string | null }) | null = null
  let at = revision
  for await (const commit of commits) {
    if (newer && newer.entry_id !== commit.entry_id) rows.push(newer)
    const isEnough = rows.length === limit || revision - at >= MAX_SOURCE_COMMITS_SEARCHED
    if (isEnough) return { rows, next: { commitId: commit.id, revision: at } }
    newer = { ...commit, revision: at-- }
  }
  if (newer && newer.entry_id !== null) rows.push(newer)
  return { rows, next: null }
}
