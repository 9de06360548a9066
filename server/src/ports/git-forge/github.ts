/** GitHub and GitHub Enterprise Server, by their REST API of 2022-11-28. */
import { type Static, Type } from 'typebox'
import type { ChangedFile } from '../git/port.ts'
import type { ForgeComment, ForgePullRequest, GitForge, RemoteForgeOptions } from './port.ts'
import { type Api, collectPages, hasNextPage, read, readTime, wordsOf } from './remote-api.ts'
import { remoteForge, type Vendor, webAddress } from './remote-forge.ts'

export function githubForge(options: RemoteForgeOptions): GitForge {
  return remoteForge(github, options)
}

const FILES_A_PAGE = 100

const github: Vendor = {
  provider: 'github',
  name: 'GitHub',
  publicUrl: 'https://github.com',
  apiUrl(address, fullName) {
    const { host, hostname } = new URL(address)
    // The public one and those of companies with a place of their own there answer at another host.
    const isHosted = hostname === 'github.com' || hostname.endsWith('.ghe.com')
    return `${isHosted ? `https://api.${host}` : `${address}/api/v3`}/repos/${fullName}`
  },
  headers: (token) => ({
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }),
  gitUser: 'x-access-token',

  async readRepository(api) {
    const found = read(GithubRepository, (await api.call({ method: 'GET', path: '' })).json)
    const { full_name, default_branch } = found
    const web_url = webAddress(found.html_url, '')
    return { full_name, default_branch, web_url: web_url || null, can_push: found.permissions?.push ?? false }
  },
  async findOpen(api, headBranch) {
    const [owner = ''] = api.fullName.split('/')
    const query = new URLSearchParams({ state: 'open', head: `${owner}:${headBranch}`, per_page: '10' })
    const found = await list(api, query)
    // Where the branch is not known there, all are listed, also those of copies that have a branch of that name.
    const own = found.items.find(
      ({ head, base }) => head.ref === headBranch && head.repo?.id === base.repo?.id,
    )
    return own?.number ?? null
  },
  async create(api, { title, body, head_branch, base_branch }) {
    const reply = await api.call({
      method: 'POST',
      path: '/pulls',
      body: { title, body, head: head_branch, base: base_branch },
      understands: [422],
    })
    if (reply.status !== 422) return read(Type.Object({ number: Type.Integer() }), reply.json)
    if (/pull request already exists/i.test(wordsOf(reply.json))) return 'exists'
    throw api.failed('refused', 'refuses it', reply)
  },
  async readPullRequest(api, number) {
    const reply = await api.call({ method: 'GET', path: `/pulls/${number}`, understands: [404] })
    if (reply.status === 404) throw api.failed('pull_request_not_found', `has no pull request ${number}`)
    return presentPullRequest(read(GithubPullRequest, reply.json))
  },
  async list(api, state, { page, size }) {
    const query = new URLSearchParams({
      state,
      sort: 'created',
      direction: 'desc',
      per_page: String(size),
      page: String(page),
    })
    const { items, hasMore } = await list(api, query)
    return { items: items.map(({ number }) => number), hasMore }
  },
  async readDiff(api, number, { maxFiles }) {
    const pull = await api.call({ method: 'GET', path: `/pulls/${number}` })
    const { base, head } = read(GithubPullRequest, pull.json)
    const { items: files, truncated } = await collectPages(maxFiles, async (page) => {
      const path = `/pulls/${number}/files?per_page=${FILES_A_PAGE}&page=${page}`
      const reply = await api.call({ method: 'GET', path })
      const items = read(Type.Array(GithubFile), reply.json).map(presentFile)
      return { items, hasMore: hasNextPage(reply) }
    })
    return { base_commit: base.sha, head_commit: head.sha, files, truncated }
  },
  async listComments(api, number, { page, size }) {
    const path = `/issues/${number}/comments?per_page=${size}&page=${page}`
    const reply = await api.call({ method: 'GET', path })
    const items = read(Type.Array(GithubComment), reply.json).map(presentComment)
    return { items, hasMore: hasNextPage(reply) }
  },
  async addComment(api, number, body) {
    const reply = await api.call({ method: 'POST', path: `/issues/${number}/comments`, body: { body } })
    return presentComment(read(GithubComment, reply.json))
  },
  async merge(api, number, { method, head_sha }) {
    const reply = await api.call({
      method: 'PUT',
      path: `/pulls/${number}/merge`,
      body: { merge_method: method, ...(head_sha !== null && { sha: head_sha }) },
      understands: [409],
    })
    if (reply.status === 409) throw api.failed('changed', 'does not merge it', reply)
    return read(Type.Object({ merged: Type.Boolean() }), reply.json).merged
  },
  async close(api, number) {
    await api.call({ method: 'PATCH', path: `/pulls/${number}`, body: { state: 'closed' } })
  },
}

async function list(api: Api, query: URLSearchParams) {
  const reply = await api.call({ method: 'GET', path: `/pulls?${query}` })
  const items = read(Type.Array(Type.Pick(GithubPullRequest, ['number', 'head', 'base'])), reply.json)
  return { items, hasMore: hasNextPage(reply) }
}

const Branch = Type.Object({
  ref: Type.String(),
  sha: Type.String(),
  // Null when that repository is gone.
  repo: Type.Optional(Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()])),
})
const User = Type.Union([Type.Object({ login: Type.String() }), Type.Null()])
const Text = Type.Union([Type.String(), Type.Null()])

const GithubRepository = Type.Object({
  full_name: Type.String(),
  default_branch: Type.String(),
  html_url: Type.Optional(Type.String()),
  permissions: Type.Optional(Type.Object({ push: Type.Boolean() })),
})

const GithubPullRequest = Type.Object({
  number: Type.Integer(),
  html_url: Type.String(),
  title: Type.String(),
  body: Text,
  state: Type.String(),
  draft: Type.Optional(Type.Boolean()),
  base: Branch,
  head: Branch,
  user: User,
  commits: Type.Integer(),
  changed_files: Type.Integer(),
  additions: Type.Integer(),
  deletions: Type.Integer(),
  mergeable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  created_at: Type.String(),
  merged_at: Text,
})

function presentPullRequest(found: Static<typeof GithubPullRequest>): ForgePullRequest {
  const { number, title, commits, changed_files, additions, deletions, merged_at } = found
  const isOpen = found.state === 'open'
  return {
    number,
    url: webAddress(found.html_url, ''),
    title,
    body: found.body ?? '',
    state: isOpen ? (found.draft ? 'draft' : 'open') : merged_at === null ? 'closed' : 'merged',
    base_branch: found.base.ref,
    head_branch: found.head.ref,
    head_sha: found.head.sha,
    commits,
    changed_files,
    additions,
    deletions,
    author: found.user?.login ?? null,
    mergeable: isOpen ? (found.mergeable ?? null) : null,
    created_at: readTime(found.created_at),
    merged_at: merged_at === null ? null : readTime(merged_at),
  }
}

const GithubFile = Type.Object({
  sha: Type.Optional(Text),
  filename: Type.String(),
  previous_filename: Type.Optional(Type.String()),
  status: Type.String(),
  additions: Type.Integer(),
  deletions: Type.Integer(),
  patch: Type.Optional(Type.String()),
})

/** Of a file without a byte, which has no patch either. */
const EMPTY_FILE = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
const STATUSES: Record<string, ChangedFile['status']> = {
  added: 'added',
  copied: 'added',
  removed: 'deleted',
  renamed: 'renamed',
}

function presentFile(file: Static<typeof GithubFile>): ChangedFile {
  const { filename, previous_filename, additions, deletions, patch, sha } = file
  const status = STATUSES[file.status] ?? 'modified'
  const isSilent = patch === undefined && additions + deletions === 0
  // It does not say so; a text that changed has lines.
  const is_binary = isSilent && status !== 'renamed' && sha !== EMPTY_FILE
  return {
    path: filename,
    old_path: status === 'renamed' ? (previous_filename ?? null) : null,
    status,
    additions,
    deletions,
    is_binary,
    patch: patch !== undefined ? `${patch}\n` : isSilent && !is_binary ? '' : null,
  }
}

const GithubComment = Type.Object({
  id: Type.Integer(),
  user: User,
  body: Type.Optional(Text),
  created_at: Type.String(),
})

function presentComment({ id, user, body, created_at }: Static<typeof GithubComment>): ForgeComment {
  return { id: String(id), author: user?.login ?? null, body: body ?? '', created_at: readTime(created_at) }
}
