import { type Static, Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { AppPath, BranchName, ForgeProvider, IMPORTED } from './repositories.ts'
import { Both, Described, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** Of one file; what is longer is left out of the answer. */
export const MAX_PATCH_BYTES = 200_000
/** Of all files together; what does not fit any more is left out, too. */
export const MAX_DIFF_BYTES = 3_000_000
export const MAX_DIFF_FILES = 300

export const PullRequest = Type.Object(
  {
    number: Type.Integer({ description: 'Number in its repository' }),
    url: Type.String({ description: 'Page of the pull request' }),
    title: Type.String({ description: 'Title' }),
    state: OneOf(['open', 'draft', 'merged', 'closed'], { description: 'State at the forge' }),
    base_branch: Described(BranchName, 'Branch it is merged into'),
    head_branch: Described(BranchName, 'Branch with the changes'),
    head_sha: Type.String({ description: 'Newest commit of the head branch' }),
    commits: Type.Integer({ description: 'Number of commits' }),
    changed_files: Type.Integer({ description: 'Number of changed files' }),
    additions: Type.Integer({ description: 'Added lines' }),
    deletions: Type.Integer({ description: 'Deleted lines' }),
    created_at: Described(Timestamp, 'When it was opened'),
    provider: Described(ForgeProvider, 'Forge it lies at'),
  },
  { $id: 'PullRequest', description: 'A pull request' },
)
export type PullRequest = Static<typeof PullRequest>
export const PullRequestDetail = Type.Object(
  {
    ...PullRequest.properties,
    body: Type.String(),
    author: Nullable(Type.String()),
    mergeable: Nullable(Type.Boolean({ description: 'Null while the forge has not found out' })),
    merged_at: Nullable(Timestamp),
  },
  { $id: 'PullRequestDetail' },
)
export type PullRequestDetail = Static<typeof PullRequestDetail>

export const FileDiff = Type.Object(
  {
    path: Type.String(),
    old_path: Nullable(Type.String({ description: 'Of a renamed file' })),
    status: OneOf(['added', 'modified', 'deleted', 'renamed']),
    additions: Type.Integer(),
    deletions: Type.Integer(),
    is_binary: Type.Boolean(),
    patch: Nullable(Type.String({ description: 'Unified; null when it is binary or too long' })),
  },
  { $id: 'FileDiff' },
)
export type FileDiff = Static<typeof FileDiff>
export const Diff = Type.Object(
  {
    base_commit: Nullable(Type.String()),
    head_commit: Nullable(Type.String()),
    files: Type.Array(FileDiff),
    truncated: Type.Boolean({ description: 'There are more files than are listed' }),
  },
  { $id: 'Diff' },
)
export type Diff = Static<typeof Diff>

export const PullRequestComment = Type.Object(
  {
    id: Id,
    author: Nullable(Type.String()),
    body: Type.String(),
    created_date: Timestamp,
  },
  { $id: 'PullRequestComment' },
)
export type PullRequestComment = Static<typeof PullRequestComment>

const PULLS = `${IMPORTED}/pull-requests` as const
const PULL = `${PULLS}/{number}` as const
const PullPath = Type.Object({
  ...AppPath.properties,
  number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
})
const READ = perMinute(120, 'caller', 'pull_requests')
const CHANGE = perMinute(30, 'caller', 'pull_requests.change')
const READ_REFUSALS = [
  'app_not_found',
  'repository_not_connected',
  'repository_not_found',
  'repository_access_denied',
  'forge_unavailable',
] as const
const ONE_REFUSALS = [...READ_REFUSALS, 'pull_request_not_found'] as const

export const EXAMPLE_PULL_REQUEST: PullRequest = {
  number: 7,
  url: 'http://127.0.0.1:8787/apps/app_06bcz0k3v4n8q1t5w7x9y2a3b4/code/pull-requests/7',
  title: 'Greet people by name',
  state: 'open',
  base_branch: 'main',
  head_branch: 'session/06bcz0k3-greet-people-by-name',
  head_sha: '1f0c7f3a1b7a4d5d8f2b3c4d5e6f708192a3b4c5',
  commits: 1,
  changed_files: 1,
  additions: 1,
  deletions: 1,
  created_at: '2026-11-17T09:31:00.000Z',
  provider: 'local',
}
const EXAMPLE_DETAIL: PullRequestDetail = {
  ...EXAMPLE_PULL_REQUEST,
  body: 'The greeting names the person.',
  author: 'Atrium',
  mergeable: true,
  merged_at: null,
}
export const EXAMPLE_DIFF: Diff = {
  base_commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  head_commit: EXAMPLE_PULL_REQUEST.head_sha,
  files: [
    {
      path: 'greet.js',
      old_path: null,
      status: 'modified',
      additions: 1,
      deletions: 1,
      is_binary: false,
      patch: '@@ -1 +1 @@\n-hello()\n+hello(name)\n',
    },
  ],
  truncated: false,
}
const EXAMPLE_COMMENT: PullRequestComment = {
  id: '12',
  author: 'ada@example.com',
  body: 'Looks good.',
  created_date: '2026-11-17T09:40:00.000Z',
}

export const listPullRequests = operation({
  name: 'pull_requests.list',
  summary: 'List pull requests of the connected repository, newest first',
  method: 'GET',
  path: PULLS,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({ state: Type.Optional(OneOf(['open', 'closed', 'all'], { default: 'open' })) }),
  ),
  answer: Page(PullRequest),
  refuses: [...READ_REFUSALS],
  example: { answer: { items: [EXAMPLE_PULL_REQUEST], next_cursor: null, has_more: false } },
})

export const readPullRequest = operation({
  name: 'pull_requests.read',
  summary: 'Read a pull request, and whether it can be merged',
  method: 'GET',
  path: PULL,
  credential: personal('read_only'),
  limit: READ,
  params: PullPath,
  answer: PullRequestDetail,
  refuses: [...ONE_REFUSALS],
  example: { answer: EXAMPLE_DETAIL },
})

export const readPullRequestDiff = operation({
  name: 'pull_requests.diff',
  summary: 'Read what a pull request changes',
  method: 'GET',
  path: `${PULL}/diff`,
  credential: personal('read_only'),
  limit: READ,
  params: PullPath,
  answer: Diff,
  refuses: [...ONE_REFUSALS],
  example: { answer: EXAMPLE_DIFF },
})

export const listPullRequestComments = operation({
  name: 'pull_requests.list_comments',
  summary: 'List the comments of a pull request, oldest first',
  method: 'GET',
  path: `${PULL}/comments`,
  credential: personal('read_only'),
  limit: READ,
  params: PullPath,
  query: PageQuery,
  answer: Page(PullRequestComment),
  refuses: [...ONE_REFUSALS],
  example: { answer: { items: [EXAMPLE_COMMENT], next_cursor: null, has_more: false } },
})

export const addPullRequestComment = operation({
  name: 'pull_requests.comment',
  summary: 'Comment on a pull request',
  method: 'POST',
  path: `${PULL}/comments`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  params: PullPath,
  body: Type.Object({ body: Type.String({ minLength: 1, maxLength: 20_000 }) }),
  status: 201,
  answer: PullRequestComment,
  refuses: [...ONE_REFUSALS, 'editor_required'],
  example: { body: { body: 'Looks good.' }, answer: EXAMPLE_COMMENT },
})

export const mergePullRequest = operation({
  name: 'pull_requests.merge',
  summary: 'Merge a pull request into its base branch',
  method: 'POST',
  path: `${PULL}/merge`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  params: PullPath,
  body: Type.Object({
    method: Type.Optional(OneOf(['merge', 'squash'], { default: 'merge' })),
    head_sha: Type.Optional(
      Nullable(Type.String({ pattern: '^[0-9a-f]{40}$', description: 'Refuses if there are newer commits' })),
    ),
  }),
  answer: PullRequestDetail,
  refuses: [
    ...ONE_REFUSALS,
    'editor_required',
    'pull_request_closed',
    'pull_request_changed',
    'merge_conflict',
  ],
  example: { body: { method: 'squash' }, answer: { ...EXAMPLE_DETAIL, state: 'merged', mergeable: null } },
})

export const closePullRequest = operation({
  name: 'pull_requests.close',
  summary: 'Close a pull request without merging it; its branch stays',
  method: 'POST',
  path: `${PULL}/close`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  params: PullPath,
  answer: PullRequestDetail,
  refuses: [...ONE_REFUSALS, 'editor_required', 'pull_request_closed'],
  example: { answer: { ...EXAMPLE_DETAIL, state: 'closed' } },
})
