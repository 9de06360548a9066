/** What GitLab answers, in the words of the port. */
import { type Static, Type } from 'typebox'
import type { ChangedFile } from '../git/port.ts'
import type { ForgeComment, ForgePullRequest } from './port.ts'
import { readTime } from './remote-api.ts'
import { webAddress } from './remote-forge.ts'

const Text = Type.Union([Type.String(), Type.Null()])
const Access = Type.Optional(Type.Union([Type.Object({ access_level: Type.Integer() }), Type.Null()]))
const User = Type.Union([Type.Object({ username: Type.String() }), Type.Null()])

export const GitlabProject = Type.Object({
  path_with_namespace: Type.String(),
  default_branch: Type.Optional(Text),
  web_url: Type.Optional(Type.String()),
  permissions: Type.Optional(Type.Object({ project_access: Access, group_access: Access })),
})

export const GitlabMergeRequest = Type.Object({
  iid: Type.Integer(),
  project_id: Type.Integer(),
  source_project_id: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  description: Type.Optional(Text),
  state: Type.String(),
  draft: Type.Optional(Type.Boolean()),
  source_branch: Type.String(),
  target_branch: Type.String(),
  sha: Text,
  diff_refs: Type.Optional(Type.Union([Type.Object({ base_sha: Text, head_sha: Text }), Type.Null()])),
  web_url: Type.String(),
  author: User,
  has_conflicts: Type.Optional(Type.Boolean()),
  detailed_merge_status: Type.Optional(Type.String()),
  created_at: Type.String(),
  merged_at: Type.Optional(Text),
})

export const GitlabDiff = Type.Object({
  old_path: Type.String(),
  new_path: Type.String(),
  new_file: Type.Boolean(),
  renamed_file: Type.Boolean(),
  deleted_file: Type.Boolean(),
  diff: Type.String(),
  collapsed: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  too_large: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})

export const GitlabNote = Type.Object({
  id: Type.Integer(),
  body: Type.String(),
  author: User,
  created_at: Type.String(),
  system: Type.Boolean(),
})

type Files = ChangedFile[]

export function presentMergeRequest(
  found: Static<typeof GitlabMergeRequest>,
  commits: number,
  files: Files,
): ForgePullRequest {
  const merged_at = found.merged_at ?? null
  return {
    number: found.iid,
    url: webAddress(found.web_url, ''),
    title: found.title,
    body: found.description ?? '',
    state: stateOf(found),
    base_branch: found.target_branch,
    head_branch: found.source_branch,
    head_sha: found.sha ?? found.diff_refs?.head_sha ?? '',
    commits,
    changed_files: files.length,
    additions: files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
    author: found.author?.username ?? null,
    mergeable: mergeable(found),
    created_at: readTime(found.created_at),
    merged_at: merged_at === null ? null : readTime(merged_at),
  }
}

/** `locked` is one that is being merged. */
function stateOf({ state, draft }: Static<typeof GitlabMergeRequest>): ForgePullRequest['state'] {
  if (state === 'merged' || state === 'closed') return state
  return draft ? 'draft' : 'open'
}

function mergeable(found: Static<typeof GitlabMergeRequest>): boolean | null {
  const { state, has_conflicts, detailed_merge_status: status = '' } = found
  if (state !== 'opened') return null
  if (has_conflicts || status === 'conflict' || status === 'broken_status') return false
  return UNKNOWN.has(status) ? null : true
}

/** It finds out later, or when somebody looks. */
const UNKNOWN = new Set(['', 'unchecked', 'checking', 'preparing', 'approvals_syncing'])

export function presentFile(file: Static<typeof GitlabDiff>): Files[number] {
  const { old_path, new_path, diff } = file
  const isLeftOut = file.collapsed === true || file.too_large === true
  const isBinary = diff.startsWith('Binary files ') || diff.startsWith('GIT binary patch')
  // Some versions begin with the names of the files.
  const patch = isBinary || isLeftOut ? '' : diff.slice(Math.max(0, diff.search(/^@@ /m)))
  return {
    path: new_path,
    old_path: file.renamed_file ? old_path : null,
    status: file.new_file
      ? 'added'
      : file.deleted_file
        ? 'deleted'
        : file.renamed_file
          ? 'renamed'
          : 'modified',
    additions: countLines(patch, '+'),
    deletions: countLines(patch, '-'),
    is_binary: isBinary,
    patch: isBinary || isLeftOut ? null : patch,
  }
}

function countLines(patch: string, sign: '+' | '-'): number {
  return patch.split('\n').filter((line) => line.charAt(0) === sign).length
}

export function presentNote({ id, author, body, created_at }: Static<typeof GitlabNote>): ForgeComment {
  return { id: String(id), author: author?.username ?? null, body, created_at: readTime(created_at) }
}
