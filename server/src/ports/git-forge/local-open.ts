import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { Repository } from '../git/port.ts'
import { readBranches, readStanding } from './local-standing.ts'
import { localStore } from './local-store.ts'
import type { LocalPullRequestRow } from './local-tables.ts'
import { ForgeFailed, type PullRequestDraft } from './port.ts'

/** Makes a pull request, or finds the one that another node has made since. Numbers have no gaps. */
export async function openLocally(
  db: Db,
  repository: { id: string; parts: { git: Repository; clock: Clock } },
  draft: PullRequestDraft,
): Promise<LocalPullRequestRow> {
  const { git, clock } = repository.parts
  const { head_branch, base_branch, author } = draft
  const branches = await readBranches(git)
  const [base, head] = [branches.get(base_branch), branches.get(head_branch)]
  if (base === undefined) throw new ForgeFailed('refused', `There is no branch ${base_branch}.`)
  if (head === undefined) throw new ForgeFailed('refused', `There is no branch ${head_branch}.`)
  const standing = await readStanding(git, base, head)
  if (standing.commits === 0)
    throw new ForgeFailed('refused', `${head_branch} has no commits that ${base_branch} lacks.`)
  return transaction(db, async (tx) => {
    const store = localStore(tx)
    await store.lockNumbers(repository.id)
    const open = await store.findOpen(repository.id, head_branch)
    if (open) return open
    return store.insertPullRequest({
      repository_id: repository.id,
      title: plainText(draft.title),
      body: plainText(draft.body),
      state: 'open',
      base_branch,
      head_branch,
      ...standing,
      merge_commit: null,
      author,
      created_date: clock.now(),
      merged_at: null,
    })
  })
}
