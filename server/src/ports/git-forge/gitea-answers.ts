/** What Gitea and Forgejo answer, in the words of the port. */
import { type Static, Type } from 'typebox'
import type { ChangedFile } from '../git/port.ts'
import type { ForgeComment, ForgePullRequest } from './port.ts'
import { readTime } from './remote-api.ts'
import { webAddress } from './remote-forge.ts'
import type { FilePatch } from './split-patch.ts'

const Text = Type.Union([Type.String(), Type.Null()])
const Branch = Type.Object({
  label: Type.Optional(Type.String()),
  ref: Type.String(),
  sha: Type.String(),
  repo_id: Type.Integer(),
})
const User = Type.Union([Type.Object({ login: Type.String() }), Type.Null()])

export const GiteaRepository = Type.Object({
  full_name: Type.String(),
  default_branch: Type.String(),
  html_url: Type.Optional(Type.String()),
  permissions: Type.Optional(Type.Union([Type.Object({ push: Type.Boolean() }), Type.Null()])),
})

export const GiteaPullRequest = Type.Object({
  number: Type.Integer(),
  html_url: Type.String(),
  title: Type.String(),
  body: Type.String(),
  state: Type.String(),
  draft: Type.Optional(Type.Boolean()),
  merged: Type.Boolean(),
  mergeable: Type.Boolean(),
  base: Branch,
  head: Branch,
  merge_base: Type.Optional(Type.String()),
  user: User,
  additions: Type.Optional(Type.Integer()),
  deletions: Type.Optional(Type.Integer()),
  changed_files: Type.Optional(Type.Integer()),
  created_at: Type.String(),
  merged_at: Text,
})

export const GiteaFile = Type.Object({
  filename: Type.String(),
  previous_filename: Type.Optional(Type.String()),
  status: Type.String(),
  additions: Type.Integer(),
  deletions: Type.Integer(),
})

export const GiteaComment = Type.Object({
  id: Type.Integer(),
  user: User,
  body: Type.String(),
  created_at: Type.String(),
})

export function presentPullRequest(
  found: Static<typeof GiteaPullRequest>,
  commits: number,
  files: readonly Static<typeof GiteaFile>[],
): ForgePullRequest {
  const isOpen = found.state === 'open'
  return {
    number: found.number,
    url: webAddress(found.html_url, ''),
    title: found.title,
    body: found.body,
    state: found.merged ? 'merged' : !isOpen ? 'closed' : found.draft ? 'draft' : 'open',
    base_branch: found.base.ref,
    head_branch: branchOf(found.head),
    head_sha: found.head.sha,
    commits,
    changed_files: found.changed_files ?? files.length,
    additions: found.additions ?? files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: found.deletions ?? files.reduce((sum, { deletions }) => sum + deletions, 0),
    author: found.user?.login ?? null,
    mergeable: isOpen ? found.mergeable : null,
    created_at: readTime(found.created_at),
    merged_at: found.merged_at === null ? null : readTime(found.merged_at),
  }
}

/** One that is gone is named by the place where its commits are still held. */
function branchOf({ label, ref }: Static<typeof Branch>): string {
  return ref.startsWith('refs/pull/') ? (label ?? ref) : ref
}

const STATUSES: Record<string, ChangedFile['status']> = {
  added: 'added',
  copied: 'added',
  deleted: 'deleted',
  renamed: 'renamed',
}

export function presentFile(
  { filename, previous_filename, status: named, additions, deletions }: Static<typeof GiteaFile>,
  patch: FilePatch | undefined,
): ChangedFile {
  const status = STATUSES[named] ?? 'modified'
  const is_binary = patch?.is_binary ?? false
  return {
    path: filename,
    old_path: status === 'renamed' ? (previous_filename ?? null) : null,
    status,
    additions,
    deletions,
    is_binary,
    patch: patch?.patch ?? (additions + deletions === 0 && !is_binary ? '' : null),
  }
}

export function presentComment({ id, user, body, created_at }: Static<typeof GiteaComment>): ForgeComment {
  return { id: String(id), author: user?.login ?? null, body, created_at: readTime(created_at) }
}
