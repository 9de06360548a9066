/** What all forges elsewhere have in common; how each one speaks stands in its own file. */
import type { DiffLimits, TreeDiff } from '../git/port.ts'
import {
  type ForgeComment,
  ForgeFailed,
  type ForgePullRequest,
  type ForgeRepository,
  type GitForge,
  type MergeWish,
  type PageOf,
  type Provider,
  type PullRequestDraft,
  type PullRequestQuery,
  type RemoteForgeOptions,
  type RepositoryFacts,
} from './port.ts'
import { placeOf } from './remote-address.ts'
import { type Api, createApi } from './remote-api.ts'

export interface Vendor {
  readonly provider: Exclude<Provider, 'local'>
  /** For sentences. */
  readonly name: string
  readonly publicUrl: string
  /** Of the paths of a repository. */
  apiUrl(address: string, fullName: string): string
  headers(token: string): Record<string, string>
  /** git takes the token as the password of this user. */
  readonly gitUser: string

  readRepository(api: Api): Promise<Omit<RepositoryFacts, 'clone_url'>>
  findOpen(api: Api, headBranch: string): Promise<number | null>
  create(api: Api, draft: PullRequestDraft): Promise<{ number: number } | 'exists'>
  /** Throws `pull_request_not_found` for any 404. */
  readPullRequest(api: Api, number: number): Promise<ForgePullRequest>
  list(api: Api, state: PullRequestQuery['state'], page: NumberedPage): Promise<FoundPage<number>>
  readDiff(api: Api, number: number, limits: DiffLimits): Promise<TreeDiff>
  listComments(api: Api, number: number, page: NumberedPage): Promise<FoundPage<ForgeComment>>
  addComment(api: Api, number: number, body: string): Promise<ForgeComment>
  /** Whether it is merged now. */
  merge(api: Api, number: number, wish: MergeWish): Promise<boolean>
  close(api: Api, number: number): Promise<void>
}

export interface NumberedPage {
  /** From 1. */
  page: number
  size: number
}
export interface FoundPage<T> {
  items: T[]
  hasMore: boolean
}

/** Each pull request of a list is read on its own, since lists lack the figures. */
const MOST_LISTED = 20
const MOST_COMMENTS = 100

export function remoteForge(vendor: Vendor, { outboundHttp, log, account }: RemoteForgeOptions): GitForge {
  const { provider, name } = vendor
  const place = (repository: ForgeRepository) => placeOf(repository, account, vendor.publicUrl)

  function open(repository: ForgeRepository): Api {
    const { address, token } = place(repository)
    const { full_name: fullName } = repository
    const url = vendor.apiUrl(address, fullName)
    return createApi({ outboundHttp, log, name, url, fullName, headers: vendor.headers(token), token })
  }

  /** A pull request that is not there may be a repository that is not there. */
  async function readPullRequest(api: Api, number: number): Promise<ForgePullRequest> {
    try {
      return await vendor.readPullRequest(api, number)
    } catch (error) {
      if (isFault(error, 'pull_request_not_found')) await vendor.readRepository(api)
      throw error
    }
  }

  async function findOpen(api: Api, headBranch: string): Promise<ForgePullRequest | null> {
    const number = await vendor.findOpen(api, headBranch)
    return number === null ? null : vendor.readPullRequest(api, number)
  }

  return {
    provider,
    async readRepository(repository) {
      const clone_url = cloneUrl(place(repository).address, repository.full_name)
      return { ...(await vendor.readRepository(open(repository))), clone_url }
    },
    async remote(repository) {
      const { address, token } = place(repository)
      return {
        url: cloneUrl(address, repository.full_name),
        credential: { username: vendor.gitUser, password: token },
      }
    },
    async openPullRequest(repository, draft) {
      const api = open(repository)
      const known = await findOpen(api, draft.head_branch)
      if (known) return known
      try {
        const made = await vendor.create(api, draft)
        if (made !== 'exists') return await vendor.readPullRequest(api, made.number)
      } catch (error) {
        // The answer may be lost, and the pull request there.
        const found = isFault(error, 'unreachable') ? await findOpen(api, draft.head_branch) : null
        if (found) return found
        throw error
      }
      const found = await findOpen(api, draft.head_branch)
      if (found) return found
      throw new ForgeFailed('refused', `${name} says that there is a pull request, but does not show it.`)
    },
    async findOpenPullRequest(repository, headBranch) {
      return findOpen(open(repository), headBranch)
    },
    async readPullRequest(repository, number) {
      return readPullRequest(open(repository), number)
    },
    async listPullRequests(repository, query) {
      const api = open(repository)
      const page = pageOf(query, MOST_LISTED)
      const { items: numbers, hasMore } = await vendor.list(api, query.state, page)
      // No more than were asked for, whatever comes: each is a call.
      const asked = numbers.slice(0, page.size)
      const items = await Promise.all(asked.map((number) => vendor.readPullRequest(api, number)))
      return answerPage(page, { items, hasMore })
    },
    async readDiff(repository, number, limits) {
      const api = open(repository)
      const diff = await withPullRequest(api, number, () => vendor.readDiff(api, number, limits))
      let left = limits.maxTotalBytes ?? Number.POSITIVE_INFINITY
      const files = diff.files.map((file) => {
        const size = Buffer.byteLength(file.patch ?? '')
        if (size > Math.min(limits.maxPatchBytes, left)) return { ...file, patch: null }
        left -= size
        return file
      })
      return { ...diff, files }
    },
    async listComments(repository, number, wish) {
      const api = open(repository)
      const page = pageOf(wish, MOST_COMMENTS)
      return answerPage(
        page,
        await withPullRequest(api, number, () => vendor.listComments(api, number, page)),
      )
    },
    // By the account of the token: forges let nobody write for others. G542
    async addComment(repository, number, { body }) {
      const api = open(repository)
      return withPullRequest(api, number, () => vendor.addComment(api, number, body))
    },
    async mergePullRequest(repository, number, wish) {
      const api = open(repository)
      const before = await readPullRequest(api, number)
      requireUnchanged(before, wish)
      try {
        const isMerged = await vendor.merge(api, number, wish)
        const after = await vendor.readPullRequest(api, number)
        // What the forge has just said is newer than what it may still show.
        return isMerged ? { ...after, state: 'merged', mergeable: null } : after
      } catch (error) {
        if (!(error instanceof ForgeFailed) || !UNCLEAR.has(error.fault)) throw error
        const now = await vendor.readPullRequest(api, number)
        if (now.state === 'merged' && error.fault === 'unreachable') return now
        requireUnchanged(now, wish)
        if (now.mergeable === false && error.fault !== 'unreachable')
          throw new ForgeFailed('conflict', `${name} cannot merge it: the branches conflict.`, {
            cause: error,
          })
        throw error
      }
    },
    async closePullRequest(repository, number) {
      const api = open(repository)
      requireOpen(await readPullRequest(api, number))
      await vendor.close(api, number)
      return vendor.readPullRequest(api, number)
    },
  }

  /** For paths below a pull request, where a 404 says that it is not there. */
  async function withPullRequest<T>(api: Api, number: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isFault(error, 'not_found') || isFault(error, 'pull_request_not_found'))
        await readPullRequest(api, number)
      throw error
    }
  }
}

/** Faults of a merge whose reason stands in the pull request. */
const UNCLEAR = new Set(['unreachable', 'refused', 'not_found', 'changed', 'conflict'])

function requireOpen({ state }: ForgePullRequest): void {
  if (state !== 'open' && state !== 'draft')
    throw new ForgeFailed('closed', 'The pull request is not open any more.')
}

function requireUnchanged(now: ForgePullRequest, wish: MergeWish): void {
  requireOpen(now)
  if (wish.head_sha !== null && wish.head_sha !== now.head_sha)
    throw new ForgeFailed('changed', 'The branch of the pull request has moved.')
}

function isFault(error: unknown, fault: ForgeFailed['fault']): boolean {
  return error instanceof ForgeFailed && error.fault === fault
}

const cloneUrl = (address: string, fullName: string) => `${address}/${fullName}.git`

/** Pages are numbered there, so that the size of the first holds for all. */
function pageOf({ limit, after }: { limit: number; after: string | null }, most: number): NumberedPage {
  const [, page, size] = /^(\d{1,6})x(\d{1,3})$/.exec(after ?? '') ?? []
  return { page: Number(page ?? 1), size: Math.min(Number(size ?? limit), most) }
}

function answerPage<T>({ page, size }: NumberedPage, { items, hasMore }: FoundPage<T>): PageOf<T> {
  return { items: items.slice(0, size), next: hasMore ? `${page + 1}x${size}` : null }
}

/** The place where people look, if the forge names one that a browser should open. */
export function webAddress(named: unknown, otherwise: string): string {
  const url = typeof named === 'string' ? URL.parse(named) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : otherwise
}
