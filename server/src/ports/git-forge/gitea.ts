/** Gitea and Forgejo, by their API v1. */
import { Type } from 'typebox'
import {
  GiteaComment,
  GiteaFile,
  GiteaPullRequest,
  GiteaRepository,
  presentComment,
  presentFile,
  presentPullRequest,
} from './gitea-answers.ts'
import type { GitForge, RemoteForgeOptions } from './port.ts'
import { type Api, collectPages, hasNextPage, type Reply, read, wordsOf } from './remote-api.ts'
import { remoteForge, type Vendor, webAddress } from './remote-forge.ts'
import { splitPatch } from './split-patch.ts'

export function giteaForge(options: RemoteForgeOptions): GitForge {
  return remoteForge(gitea, options)
}

/** As many as a server gives unless it was set up otherwise. */
const LARGEST_PAGE = 50
/** It cannot be asked for the pull requests of a branch. */
const MOST_OPEN_PAGES = 20
const MOST_COUNTED_FILES = 300

const gitea: Vendor = {
  provider: 'gitea',
  name: 'Gitea',
  publicUrl: 'https://gitea.com',
  apiUrl: (address, fullName) => `${address}/api/v1/repos/${fullName}`,
  headers: (token) => ({ accept: 'application/json', authorization: `token ${token}` }),
  // Any name does.
  gitUser: 'oauth2',

  async readRepository(api) {
    const found = read(GiteaRepository, (await api.call({ method: 'GET', path: '' })).json)
    return {
      full_name: found.full_name,
      default_branch: found.default_branch || 'main',
      web_url: webAddress(found.html_url, '') || null,
      can_push: found.permissions?.push ?? false,
    }
  },
  async findOpen(api, headBranch) {
    for (let page = 1; page <= MOST_OPEN_PAGES; page++) {
      const path = `/pulls?state=open&limit=${LARGEST_PAGE}&page=${page}`
      const reply = await api.call({ method: 'GET', path })
      const own = read(Type.Array(GiteaPullRequest), reply.json).find(
        ({ head, base }) => head.ref === headBranch && head.repo_id === base.repo_id,
      )
      if (own) return own.number
      if (!hasNextPage(reply)) return null
    }
    return null
  },
  async create(api, { title, body, head_branch, base_branch }) {
    const reply = await api.call({
      method: 'POST',
      path: '/pulls',
      body: { title, body, head: head_branch, base: base_branch },
      understands: [404, 409],
    })
    if (reply.status === 409 && /already exists/i.test(wordsOf(reply.json))) return 'exists'
    if (reply.status === 409) throw api.failed('refused', 'refuses it', reply)
    if (reply.status === 404) {
      // So it says for branches, too.
      await gitea.readRepository(api)
      throw api.failed('refused', `has no branch ${head_branch} or ${base_branch}`)
    }
    return { number: read(GiteaPullRequest, reply.json).number }
  },
  async readPullRequest(api, number) {
    const path = `/pulls/${number}`
    const reply = await api.call({ method: 'GET', path, understands: [404] })
    if (reply.status === 404) throw api.failed('pull_request_not_found', `has no pull request ${number}`)
    const found = read(GiteaPullRequest, reply.json)
    const commits = await api.call({ method: 'GET', path: `${path}/commits?limit=${LARGEST_PAGE}` })
    // Servers before 1.23 do not say it.
    const isCounted = found.additions !== undefined && found.changed_files !== undefined
    const { files } = isCounted ? { files: [] } : await listFiles(api, number, MOST_COUNTED_FILES)
    return presentPullRequest(found, totalOf(commits), files)
  },
  async list(api, state, { page, size }) {
    const reply = await api.call({ method: 'GET', path: `/pulls?state=${state}&limit=${size}&page=${page}` })
    const found = read(Type.Array(GiteaPullRequest), reply.json)
    return { items: found.map(({ number }) => number), hasMore: hasNextPage(reply) }
  },
  async readDiff(api, number, { maxFiles }) {
    const reply = await api.call({ method: 'GET', path: `/pulls/${number}` })
    const { merge_base, head } = read(GiteaPullRequest, reply.json)
    const { files, truncated } = await listFiles(api, number, maxFiles)
    const whole = await api.call({ method: 'GET', path: `/pulls/${number}.diff`, isText: true })
    const patches = splitPatch(whole.text, whole.isCut)
    return {
      base_commit: merge_base || null,
      head_commit: head.sha || null,
      files: files.map((file) => presentFile(file, patches.get(file.filename))),
      truncated,
    }
  },
  async listComments(api, number, { page, size }) {
    // All at once: this list has no pages there.
    const reply = await api.call({ method: 'GET', path: `/issues/${number}/comments` })
    const all = read(Type.Array(GiteaComment), reply.json)
    const items = all.slice((page - 1) * size, page * size).map(presentComment)
    return { items, hasMore: all.length > page * size }
  },
  async addComment(api, number, body) {
    const reply = await api.call({ method: 'POST', path: `/issues/${number}/comments`, body: { body } })
    return presentComment(read(GiteaComment, reply.json))
  },
  async merge(api, number, { method, head_sha }) {
    const reply = await api.call({
      method: 'POST',
      path: `/pulls/${number}/merge`,
      body: { Do: method, ...(head_sha !== null && { head_commit_id: head_sha }) },
      understands: [409],
    })
    if (reply.status !== 409) return reply.status === 200
    const isMoved = /out of date/i.test(wordsOf(reply.json))
    throw api.failed(isMoved ? 'changed' : 'conflict', 'does not merge it', isMoved ? reply : undefined)
  },
  async close(api, number) {
    await api.call({ method: 'PATCH', path: `/pulls/${number}`, body: { state: 'closed' } })
  },
}

async function listFiles(api: Api, number: number, most: number) {
  const { items: files, truncated } = await collectPages(most, async (page) => {
    const path = `/pulls/${number}/files?limit=${LARGEST_PAGE}&page=${page}`
    const reply = await api.call({ method: 'GET', path })
    return { items: read(Type.Array(GiteaFile), reply.json), hasMore: hasNextPage(reply) }
  })
  return { files, truncated }
}

function totalOf(reply: Reply): number {
  const { length } = read(Type.Array(Type.Unknown()), reply.json)
  const total = Number(reply.headers['x-total-count'])
  return Number.isInteger(total) && total > length ? total : length
}
