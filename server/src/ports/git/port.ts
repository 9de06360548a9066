export { branchNameFault, isBranchName } from './branch-name.ts'
export { type PushCommand, readPushCommands } from './push-commands.ts'

/**
 * git as a program. Nothing that a repository says is carried out on this machine: no hooks, filters, submodules, aliases,
 * monitors or configuration of its own.
 */
export interface Git {
  /** Why there is no git here; null when there is. */
  fault(): Promise<string | null>
  /** An empty repository without a work tree, in a folder that is not there yet. */
  createRepository(folder: string, options: { branch: string }): Promise<void>
  /** One that `createRepository` made, or that was pushed to since. */
  repository(folder: string): Repository
  /** The branches and tags of a remote, by full name (`refs/heads/main`), and what `HEAD` names. */
  listRefs(remote: Remote, signal: AbortSignal): Promise<RemoteRefs>
  /** Copies all branches and tags of a remote into a repository that `createRepository` made. */
  mirror(remote: Remote, folder: string, options: CopyOptions): Promise<void>
  /** A copy to work in, of one commit with the history that `depth` allows; the folder is not there yet. */
  clone(remote: Remote, folder: string, options: CloneOptions): Promise<WorkCopy>
  /** One that `clone` or `createWorkCopy` left in the folder; null when there is none that is whole. */
  openWorkCopy(folder: string): Promise<WorkCopy | null>
  /** A copy without a remote, with what is in `tree` as its first commit; for code that lies elsewhere. */
  createWorkCopy(folder: string, files: AsyncIterable<TreeFile>): Promise<WorkCopy>
  /** One request of git's smart HTTP protocol, to a repository. */
  serve(folder: string, request: GitRequest): Promise<GitAnswer>
}

/** Where git fetches from and pushes to. */
export interface Remote {
  /** An http(s) address, or the folder of a repository of ours. */
  url: string
  /** Sent in a header, and never written to disk or to a command line. */
  credential: { username: string; password: string } | null
}

export interface RemoteRefs {
  /** The branch that `HEAD` names; null when it names none or the repository is empty. */
  head: string | null
  refs: ReadonlyMap<string, string>
}

export interface CopyOptions {
  /** Of what git stores, packed. */
  maxBytes: number
  signal: AbortSignal
}

export interface CloneOptions extends CopyOptions {
  /** A branch, tag or commit; null: nothing yet, as in a repository without commits. */
  ref: string | null
  maxFiles: number
}

/** Commits and branches, without a work tree. */
export interface Repository {
  /** The commit of a branch, tag or id; null when there is none. */
  resolve(ref: string): Promise<string | null>
  listBranches(): Promise<{ name: string; commit: string }[]>
  /** The bytes that its commits and files take on disk. */
  size(): Promise<number>
  /** What `head` adds to where it left `base`: the diff of a pull request. */
  diff(base: string, head: string, limits: DiffLimits): Promise<TreeDiff>
  /** Commits that `head` has and `base` lacks. */
  countCommits(base: string, head: string): Promise<number>
  /** Whether `head` can be merged into `base` without a conflict. */
  canMerge(base: string, head: string): Promise<boolean>
  /**
   * Makes the commit that merges `head` into `base`, and returns it. No branch moves: the caller stores the commit
   * first and then calls `updateBranch`, so that a crash between is found out. Throws `conflict`.
   */
  merge(merge: Merge): Promise<string>
  /** Moves a branch from `expected` (null: it is new) to a commit that is there. Throws `moved`. */
  updateBranch(branch: string, commit: string, expected: string | null): Promise<void>
  /** Upkeep, while others read and push: packs what lies about, and removes what calls left that were cut off. */
  tidy(signal: AbortSignal): Promise<void>
}

export interface Merge {
  /** A commit; the first parent of the new one. */
  base: string
  head: string
  /** `squash`: one commit with all of it. */
  method: 'merge' | 'squash'
  message: string
  author: Person
  at: Date
}

/** Files to work on. What git keeps lies in another folder, where nothing of the tree reaches. */
export interface WorkCopy {
  /** Where the files are. */
  readonly tree: string
  /** The commit that the files came from; null in a repository without commits. */
  head(): Promise<string | null>
  /** What differs from `head`, as a diff. */
  changes(limits: DiffLimits): Promise<TreeDiff>
  /** Between two commits that are here; `base` null: everything is new. */
  diff(base: string | null, head: string, limits: DiffLimits): Promise<TreeDiff>
  /**
   * All that changed, as one commit on `parent` (null: the first); null when nothing differs from `parent`. New files that
   * the repository ignores are left out, unless they are asked for.
   */
  commitAll(commit: NewCommit & { withIgnored?: true }): Promise<string | null>
  /** The files become those of the commit, and nothing else is left in the tree. */
  checkOut(commit: string): Promise<void>
  /** Fetches a branch, and returns its commit; null when the remote has none of that name. */
  fetch(remote: Remote, branch: string, signal: AbortSignal): Promise<string | null>
  /** The commit on top of another commit: what it changed, applied there. Throws `conflict`. */
  rebase(commit: NewCommit & { commit: string; onto: string }): Promise<string>
  isAncestor(ancestor: string, commit: string): Promise<boolean>
  /** The branch of the remote moves from `expected` (null: it must be new) to the commit. Throws `moved`, `rejected`. */
  push(push: {
    remote: Remote
    branch: string
    commit: string
    expected: string | null
    signal: AbortSignal
  }): Promise<void>
  /** Lines of tracked and new files that match, as `path:line:text`. */
  search(query: SearchQuery): Promise<{ matches: SearchMatch[]; truncated: boolean }>
  /** Tracked and new files that are not ignored, by path. */
  listFiles(options: { under: string; most: number }): Promise<{ paths: string[]; truncated: boolean }>
  /** Removes the tree and what git keeps of it. */
  remove(): Promise<void>
}

export interface NewCommit {
  parent: string | null
  message: string
  author: Person
  at: Date
}

export interface Person {
  name: string
  email: string
}

export interface TreeFile {
  path: string
  bytes: Uint8Array
}

export interface SearchQuery {
  pattern: string
  isRegex: boolean
  /** A folder or file; empty: everywhere. */
  under: string
  most: number
  signal: AbortSignal
}

export interface SearchMatch {
  path: string
  line: number
  text: string
}

export interface DiffLimits {
  maxFiles: number
  /** Of one file; a longer one has no patch. */
  maxPatchBytes: number
  /** Of all files together; what does not fit any more has no patch, either. */
  maxTotalBytes?: number
}

export interface TreeDiff {
  base_commit: string | null
  head_commit: string | null
  files: ChangedFile[]
  truncated: boolean
}

export interface ChangedFile {
  path: string
  old_path: string | null
  status: 'added' | 'modified' | 'deleted' | 'renamed'
  additions: number
  deletions: number
  is_binary: boolean
  /** From the first `@@` on; empty where no line changed, null where it is binary or too long. */
  patch: string | null
}

export interface GitRequest {
  /** `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  service: 'upload-pack' | 'receive-pack'
  isAdvertisement: boolean
  /** The header `Git-Protocol`. */
  protocol: string | null
  body: AsyncIterable<Uint8Array> | null
  maxBytes: number
  signal: AbortSignal
}

export interface GitAnswer {
  content_type: string
  body: AsyncIterable<Uint8Array>
}

export type GitFault =
  /** There is no git on this machine. */
  | 'unavailable'
  /** No connection, or a server that fails. */
  | 'unreachable'
  | 'access_denied'
  | 'not_found'
  | 'ref_not_found'
  | 'too_large'
  /** The branch is not where it was expected. */
  | 'moved'
  /** The remote does not take it. */
  | 'rejected'
  | 'conflict'
  /** It names no branch that git would take. */
  | 'bad_name'
  | 'timed_out'
  | 'failed'

/** The only failure this port reports. The message is for people: it holds no credential. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed'
  readonly fault: GitFault

  constructor(fault: GitFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
