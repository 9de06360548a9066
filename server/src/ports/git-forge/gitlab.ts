/** GitLab, by its REST API v4. A merge request is a pull request here, and its number the one within the project. */
import { Type } from 'typebox'
import {
  GitlabDiff,
  GitlabMergeRequest,
  GitlabNote,
  GitlabProject,
  presentFile,
  presentMergeRequest,
  presentNote,
} from './gitlab-answers.ts'
import type { GitForge, RemoteForgeOptions } from './port.ts'
import { type Api, collectPages, hasNextPage, type Reply, read, wordsOf } from './remote-api.ts'
import { remoteForge, type Vendor, webAddress } from './remote-forge.ts'

export function gitlabForge(options: RemoteForgeOptions): GitForge {
  return remoteForge(gitlab, options)
}

/** More than this fails with 500 on servers before 18. */
const FILES_A_PAGE = 30
/** For the figures of one. */
const MOST_COUNTED_FILES = 300
/** Developers push and open merge requests. */
const DEVELOPER = 30

const gitlab: Vendor = {
  provider: 'gitlab',
  name: 'GitLab',
  publicUrl: 'https://gitlab.com',
  apiUrl: (address, fullName) => `${address}/api/v4/projects/${encodeURIComponent(fullName)}`,
  headers: (token) => ({ accept: 'application/json', authorization: `Bearer ${token}` }),
  gitUser: 'oauth2',

  async readRepository(api) {
    const found = read(GitlabProject, (await api.call({ method: 'GET', path: '' })).json)
    const { project_access, group_access } = found.permissions ?? {}
    const level = Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0)
    return {
      full_name: found.path_with_namespace,
      // Null where there is no commit yet.
      default_branch: found.default_branch ?? 'main',
      web_url: webAddress(found.web_url, '') || null,
      can_push: level >= DEVELOPER,
    }
  },
  async findOpen(api, headBranch) {
    const query = new URLSearchParams({ state: 'opened', source_branch: headBranch, per_page: '10' })
    const reply = await api.call({ method: 'GET', path: `/merge_requests?${query}` })
    const found = read(Type.Array(GitlabMergeRequest), reply.json)
    // Of this project, and not of a copy of it that has a branch of that name.
    const own = found.find(
      (one) => one.source_branch === headBranch && one.source_project_id === one.project_id,
    )
    return own?.iid ?? null
  },
  async create(api, { title, body, head_branch, base_branch }) {
    const reply = await api.call({
      method: 'POST',
      path: '/merge_requests',
      body: { source_branch: head_branch, target_branch: base_branch, title, description: body },
      understands: [409],
    })
    if (reply.status !== 409) return { number: read(GitlabMergeRequest, reply.json).iid }
    if (/already exists/i.test(wordsOf(reply.json))) return 'exists'
    throw api.failed('refused', 'refuses it', reply)
  },
  async readPullRequest(api, number) {
    const path = `/merge_requests/${number}`
    const reply = await api.call({ method: 'GET', path, understands: [404] })
    if (reply.status === 404) throw api.failed('pull_request_not_found', `has no merge request ${number}`)
    const found = read(GitlabMergeRequest, reply.json)
    const [commits, changes] = await Promise.all([
      api.call({ method: 'GET', path: `${path}/commits?per_page=100` }),
      listFiles(api, number, MOST_COUNTED_FILES),
    ])
    return presentMergeRequest(found, countOf(commits), changes.files)
  },
  async list(api, state, { page, size }) {
    const query = new URLSearchParams({
      // What is not open is `closed` or `merged` there, which cannot be asked for together. G543
      state: state === 'open' ? 'opened' : 'all',
      order_by: 'created_at',
      sort: 'desc',
      per_page: String(size),
      page: String(page),
    })
    const reply = await api.call({ method: 'GET', path: `/merge_requests?${query}` })
    const found = read(Type.Array(GitlabMergeRequest), reply.json)
    const wanted = found.filter((one) => state !== 'closed' || !isOpen(one.state))
    return { items: wanted.map(({ iid }) => iid), hasMore: hasMore(reply) }
  },
  async readDiff(api, number, { maxFiles }) {
    const reply = await api.call({ method: 'GET', path: `/merge_requests/${number}` })
    const { diff_refs, sha } = read(GitlabMergeRequest, reply.json)
    const { files, truncated } = await listFiles(api, number, maxFiles)
    return {
      base_commit: diff_refs?.base_sha ?? null,
      head_commit: diff_refs?.head_sha ?? sha,
      files,
      truncated,
    }
  },
  async listComments(api, number, { page, size }) {
    const query = `sort=asc&order_by=created_at&per_page=${size}&page=${page}`
    const reply = await api.call({ method: 'GET', path: `/merge_requests/${number}/notes?${query}` })
    const notes = read(Type.Array(GitlabNote), reply.json)
    // It also notes what happened, such as a push.
    return { items: notes.filter(({ system }) => !system).map(presentNote), hasMore: hasMore(reply) }
  },
  async addComment(api, number, body) {
    const path = `/merge_requests/${number}/notes`
    return presentNote(read(GitlabNote, (await api.call({ method: 'POST', path, body: { body } })).json))
  },
  async merge(api, number, { method, head_sha }) {
    const reply = await api.call({
      method: 'PUT',
      path: `/merge_requests/${number}/merge`,
      body: { squash: method === 'squash', ...(head_sha !== null && { sha: head_sha }) },
      understands: [409],
    })
    if (reply.status === 409) throw api.failed('changed', 'does not merge it', reply)
    return read(GitlabMergeRequest, reply.json).state === 'merged'
  },
  async close(api, number) {
    await api.call({ method: 'PUT', path: `/merge_requests/${number}`, body: { state_event: 'close' } })
  },
}

async function listFiles(api: Api, number: number, most: number) {
  const { items: files, truncated } = await collectPages(most, async (page) => {
    const path = `/merge_requests/${number}/diffs?per_page=${FILES_A_PAGE}&page=${page}`
    const reply = await api.call({ method: 'GET', path })
    return { items: read(Type.Array(GitlabDiff), reply.json).map(presentFile), hasMore: hasMore(reply) }
  })
  return { files, truncated }
}

function countOf(reply: Reply): number {
  const { length } = read(Type.Array(Type.Unknown()), reply.json)
  const total = Number(reply.headers['x-total'])
  return Number.isInteger(total) && total > length ? total : length
}

/** Large lists have no totals, but all have the next page. */
function hasMore(reply: Reply): boolean {
  return (reply.headers['x-next-page'] ?? '') !== '' || hasNextPage(reply)
}

const isOpen = (state: string) => state === 'opened' || state === 'locked'
