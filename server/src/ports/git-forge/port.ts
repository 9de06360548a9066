import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import type { DiffLimits, TreeDiff } from '../git/port.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'

export { repositoryNameFault } from './repository-name.ts'

/** Where repositories live and pull requests are opened. */
export interface GitForge {
  readonly provider: Provider
  /** Throws `not_found` also when the token does not reach it. */
  readRepository(repository: ForgeRepository): Promise<RepositoryFacts>
  /** Where git goes, and with what; good for an hour at least. */
  remote(
    repository: ForgeRepository,
  ): Promise<{ url: string; credential: { username: string; password: string } | null }>
  /** The one pull request that is open from this branch: made, or found when there is one. */
  openPullRequest(repository: ForgeRepository, draft: PullRequestDraft): Promise<ForgePullRequest>
  /** An open one of this branch; null when there is none. */
  findOpenPullRequest(repository: ForgeRepository, headBranch: string): Promise<ForgePullRequest | null>
  /** Throws `pull_request_not_found`. */
  readPullRequest(repository: ForgeRepository, number: number): Promise<ForgePullRequest>
  /** Newest first. */
  listPullRequests(repository: ForgeRepository, query: PullRequestQuery): Promise<PageOf<ForgePullRequest>>
  readDiff(repository: ForgeRepository, number: number, limits: DiffLimits): Promise<TreeDiff>
  /** Oldest first. */
  listComments(repository: ForgeRepository, number: number, page: PageWish): Promise<PageOf<ForgeComment>>
  addComment(repository: ForgeRepository, number: number, comment: NewComment): Promise<ForgeComment>
  /** Throws `closed`, `changed` (the head is another than the one given), `conflict`. */
  mergePullRequest(repository: ForgeRepository, number: number, merge: MergeWish): Promise<ForgePullRequest>
  /** Throws `closed`. */
  closePullRequest(repository: ForgeRepository, number: number): Promise<ForgePullRequest>
}

export type Provider = 'local' | 'github' | 'gitlab' | 'gitea'

export interface ForgeRepository {
  workspace_id: string
  full_name: string
  /** Null: the forge of the installation, or the public address where it has none of the kind. */
  base_url: string | null
  access_token: string | null
}

export interface RepositoryFacts {
  full_name: string
  default_branch: string
  web_url: string | null
  clone_url: string
  can_push: boolean
}

export interface PullRequestDraft {
  title: string
  body: string
  head_branch: string
  base_branch: string
  /** Who asked for it, where the forge does not know by the token. */
  author: string | null
}

export interface ForgePullRequest {
  number: number
  url: string
  title: string
  body: string
  state: 'open' | 'draft' | 'merged' | 'closed'
  base_branch: string
  head_branch: string
  head_sha: string
  commits: number
  changed_files: number
  additions: number
  deletions: number
  author: string | null
  mergeable: boolean | null
  created_at: Date
  merged_at: Date | null
}

export interface PageWish {
  limit: number
  /** What `next` of the page before said. */
  after: string | null
}
export interface PageOf<T> {
  items: T[]
  next: string | null
}
export interface PullRequestQuery extends PageWish {
  state: 'open' | 'closed' | 'all'
}

export interface ForgeComment {
  id: string
  author: string | null
  body: string
  created_at: Date
}
export interface NewComment {
  body: string
  author: string | null
}
export interface MergeWish {
  method: 'merge' | 'squash'
  /** Null: whatever it is. */
  head_sha: string | null
  author: { name: string; email: string }
}

export type ForgeFault =
  | 'unreachable'
  | 'access_denied'
  | 'not_found'
  | 'pull_request_not_found'
  | 'closed'
  | 'changed'
  | 'conflict'
  /** The forge does not want it: no commits between the branches, a rule of the repository. */
  | 'refused'
  | 'rate_limited'

/** The only failure this port reports. The message is for people: it may quote the forge and holds no token. */
export class ForgeFailed extends Error {
  override readonly name = 'ForgeFailed'
  readonly fault: ForgeFault

  constructor(fault: ForgeFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** One forge for each provider. */
export type Forges = Readonly<Record<Provider, GitForge>>

/** The repositories that this server keeps itself, by workspace. */
export interface LocalRepositories {
  /** Its folder, and the name as it was given; null when the workspace has none of that name. */
  find(workspaceId: string, fullName: string): Promise<LocalRepository | null>
  /**
   * Makes one, empty unless `fill` fills it. Returns `exists` when there is one of that name in any case, `full` when the
   * workspace has as many as it may. Throws `refused` for a name of `repositoryNameFault`.
   */
  create(repository: NewLocalRepository): Promise<LocalRepository | 'exists' | 'full'>
  /** The address for git. */
  cloneUrl(workspaceId: string, fullName: string): string
  /** Upkeep of all folders, one after the other; others may read and push at the same time. */
  tidy(signal: AbortSignal): Promise<void>
}

export interface LocalRepository {
  id: string
  full_name: string
  default_branch: string
  folder: string
}

export interface NewLocalRepository {
  workspace_id: string
  full_name: string
  default_branch: string
  /** Fills the folder before anybody sees the repository. */
  fill?: (folder: string) => Promise<void>
  /** In the transaction that makes it visible. */
  alsoStore?: (tx: Db) => Promise<void>
}

/** What the adapters of forges elsewhere are made with. */
export interface RemoteForgeOptions {
  outboundHttp: OutboundHttp
  log: Log
  /** Where the installation's own forge of this kind is; null: it has none. */
  account: ForgeAccount | null
}

export interface ForgeAccount {
  /** Null: the public address of the forge. */
  base_url: string | null
  /** Null: each connection brings its own. */
  token: string | null
}
