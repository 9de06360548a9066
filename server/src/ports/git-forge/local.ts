/** Repositories in a folder of this server, and pull requests as rows of its database. */
import { makeId } from '../../platform/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { asForge } from './git-faults.ts'
import { mergeLocally } from './local-merge.ts'
import { openLocally } from './local-open.ts'
import type { LocalForgeOptions } from './local-options.ts'
import { localRepositories, presentRepository } from './local-repositories.ts'
import { type Branches, readBranches, refresh } from './local-standing.ts'
import { localStore } from './local-store.ts'
import type { LocalCommentRow, LocalPullRequestRow } from './local-tables.ts'
import {
  type ForgeComment,
  ForgeFailed,
  type ForgePullRequest,
  type ForgeRepository,
  type GitForge,
  type LocalRepositories,
} from './port.ts'

export function localForge(options: LocalForgeOptions): GitForge & LocalRepositories {
  const { db, clock, git, baseUrl } = options
  const store = localStore(db)

  async function get(repository: ForgeRepository) {
    const row = await store.findRepository(repository.workspace_id, repository.full_name)
    if (!row) throw new ForgeFailed('not_found', 'The workspace has no repository of this name.')
    const found = presentRepository(options.folder, row)
    const url = `${baseUrl()}/repositories/${row.workspace_id}/${row.full_name}/pulls/`
    return { ...found, url, parts: { store, clock, git: git.repository(found.folder) } }
  }
  type Found = Awaited<ReturnType<typeof get>>

  async function getPullRequest({ id }: Found, number: number): Promise<LocalPullRequestRow> {
    const row = await store.findPullRequest(id, number)
    if (!row) throw new ForgeFailed('pull_request_not_found', `There is no pull request ${number}.`)
    return row
  }

  async function present(
    found: Found,
    row: LocalPullRequestRow,
    known?: Branches,
  ): Promise<ForgePullRequest> {
    const branches = known ?? (row.state === 'open' ? await readBranches(found.parts.git) : new Map())
    const fresh = await refresh(found.parts, branches, row)
    return presentPullRequest(found.url, branches, fresh)
  }

  async function findOpen(found: Found, headBranch: string): Promise<ForgePullRequest | null> {
    const row = await store.findOpen(found.id, headBranch)
    const open = row && (await present(found, row))
    return open?.state === 'open' ? open : null
  }

  return {
    provider: 'local',
    ...localRepositories(options),
    async readRepository(repository) {
      const { full_name, default_branch } = await get(repository)
      const clone_url = `${baseUrl()}/git/${repository.workspace_id}/${full_name}.git`
      return { full_name, default_branch, web_url: null, clone_url, can_push: true }
    },
    async remote(repository) {
      return { url: (await get(repository)).folder, credential: null }
    },
    async openPullRequest(repository, draft) {
      const found = await get(repository)
      return asForge(
        (async () => {
          const open = await findOpen(found, draft.head_branch)
          return open ?? present(found, await openLocally(db, found, draft))
        })(),
      )
    },
    async findOpenPullRequest(repository, headBranch) {
      return asForge(findOpen(await get(repository), headBranch))
    },
    async readPullRequest(repository, number) {
      const found = await get(repository)
      return asForge(present(found, await getPullRequest(found, number)))
    },
    async listPullRequests(repository, { state, limit, after }) {
      const found = await get(repository)
      const query = { state, limit: limit + 1, before: after === null ? null : Number(after) }
      const rows = await store.listPullRequests(found.id, query)
      const page = rows.slice(0, limit)
      return asForge(
        (async () => {
          const branches = page.some((row) => row.state === 'open')
            ? await readBranches(found.parts.git)
            : new Map()
          const items: ForgePullRequest[] = []
          for (const row of page) items.push(await present(found, row, branches))
          const next = rows.length > limit ? String(page.at(-1)?.number) : null
          // One that turns out to be merged is not open any more.
          return { items: items.filter((one) => state !== 'open' || one.state === 'open'), next }
        })(),
      )
    },
    async readDiff(repository, number, limits) {
      const found = await get(repository)
      const row = await getPullRequest(found, number)
      return asForge(
        (async () => {
          const fresh = await refresh(found.parts, await readBranches(found.parts.git), row)
          return found.parts.git.diff(fresh.base_sha, fresh.head_sha, limits)
        })(),
      )
    },
    async listComments(repository, number, { limit, after }) {
      const found = await get(repository)
      await getPullRequest(found, number)
      const rows = await store.listComments({ repository_id: found.id, number }, after, limit + 1)
      const page = rows.slice(0, limit)
      return {
        items: page.map(presentComment),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },
    async addComment(repository, number, { body, author }) {
      const found = await get(repository)
      await getPullRequest(found, number)
      const now = clock.now()
      const row = {
        ...{ id: makeId('cmt', now), repository_id: found.id, number, author },
        ...{ body: plainText(body), created_date: now },
      }
      await store.insertComment(row)
      return presentComment(row)
    },
    async mergePullRequest(repository, number, wish) {
      const found = await get(repository)
      const row = await getPullRequest(found, number)
      return asForge(mergeLocally(found.parts, row, wish).then((merged) => present(found, merged)))
    },
    async closePullRequest(repository, number) {
      const found = await get(repository)
      const row = await getPullRequest(found, number)
      return asForge(
        (async () => {
          const fresh = await refresh(found.parts, await readBranches(found.parts.git), row)
          const closed = fresh.state === 'open' ? await store.storeClosed(fresh) : null
          if (!closed) throw new ForgeFailed('closed', 'The pull request is not open any more.')
          return presentPullRequest(found.url, new Map(), closed)
        })(),
      )
    },
  }
}

function presentPullRequest(url: string, branches: Branches, row: LocalPullRequestRow): ForgePullRequest {
  const { number, title, body, state, base_branch, head_branch, head_sha, author, merged_at } = row
  const { commits, changed_files, additions, deletions } = row
  const areThere = branches.has(base_branch) && branches.has(head_branch)
  return {
    number,
    url: `${url}${number}`,
    title,
    body,
    state,
    base_branch,
    head_branch,
    head_sha,
    commits,
    changed_files,
    additions,
    deletions,
    author,
    mergeable: state === 'open' ? areThere && row.is_mergeable : null,
    created_at: row.created_date,
    merged_at,
  }
}

function presentComment({ id, author, body, created_date }: LocalCommentRow): ForgeComment {
  return { id, author, body, created_at: created_date }
}
