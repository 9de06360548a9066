import { Type } from 'typebox'
import { boolean, integer, type RowOf, table, text, time } from '../../platform/database/table.ts'

const BYTES_ELSEWHERE = 'what git keeps is not in archives; clone the repository'
const State = Type.Unsafe<'open' | 'merged' | 'closed'>({
  type: 'string',
  enum: ['open', 'merged', 'closed'],
})

export const localRepositories = table(
  'local_repositories',
  {
    id: text(),
    workspace_id: text(),
    full_name: text(),
    default_branch: text(),
    created_date: time(),
  },
  { key: ['id'], notArchived: BYTES_ELSEWHERE },
)
export type LocalRepositoryRow = RowOf<typeof localRepositories>

export const localPullRequests = table(
  'local_pull_requests',
  {
    repository_id: text(),
    number: integer(),
    title: text(),
    body: text(),
    state: text(State),
    base_branch: text(),
    head_branch: text(),
    base_sha: text(),
    head_sha: text(),
    commits: integer(),
    changed_files: integer(),
    additions: integer(),
    deletions: integer(),
    is_mergeable: boolean(),
    merge_commit: text().nullable(),
    author: text().nullable(),
    created_date: time(),
    merged_at: time().nullable(),
  },
  { key: ['repository_id', 'number'], notArchived: BYTES_ELSEWHERE },
)
export type LocalPullRequestRow = RowOf<typeof localPullRequests>

export const localComments = table(
  'local_comments',
  {
    id: text(),
    repository_id: text(),
    number: integer(),
    author: text().nullable(),
    body: text(),
    created_date: time(),
  },
  { key: ['id'], notArchived: BYTES_ELSEWHERE },
)
export type LocalCommentRow = RowOf<typeof localComments>
