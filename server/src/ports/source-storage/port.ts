import { createHash } from 'node:crypto'

/**
 * Keeps the code of apps as git repositories. Files, folders and commits are written first and show nowhere; a change
 * has happened when anyone who asked for the commit keeps its id. `publish` then shows it to everybody else.
 */
export interface SourceStorage {
  /** Stores the bytes of a file and returns their id, which is the same wherever git is used. */
  writeBlob(repository: string, bytes: Uint8Array): Promise<string>
  /** Throws `ObjectMissing` when there is none. */
  readBlob(repository: string, blobId: string): Promise<Uint8Array>
  /** One commit with these changes on top of its parent; returns its id. The repository is made when needed. */
  commit(repository: string, draft: CommitDraft): Promise<string>
  /** From now on the branch `main` is this commit. */
  publish(repository: string, commitId: string): Promise<void>
  /** The commit that `main` is at; null when nothing was published. */
  published(repository: string): Promise<string | null>
  /** Of a plain file; null for anything else: a folder, a symbolic link, another repository. */
  findBlob(repository: string, commitId: string, path: string): Promise<string | null>
  /** The commit and those before it, newest first, as far as they are kept. Throws `ObjectMissing`. */
  history(repository: string, commitId: string): AsyncIterable<Commit>
  /** As `history`, each commit with what the path was in it: the same id for the same file or folder, null for none. */
  pathHistory(
    repository: string,
    commitId: string,
    path: string,
  ): AsyncIterable<Commit & { entry_id: string | null }>
  /** The plain files that differ from the commit before, by path; all of them when none is kept before it. */
  changes(repository: string, commitId: string): AsyncIterable<ChangedFile>
  /** Looks for what is not needed any more. A storage that tidies up by itself finds nothing. */
  survey(repository: string, commitId: string, keep: Keep): Promise<Survey>
  /** Also when there is none. */
  remove(repository: string): Promise<void>
}

export interface CommitDraft {
  /** Null for the first. */
  parent: string | null
  changes: readonly FileChange[]
  message: string
  author: Person
  at: Date
}

export interface FileChange {
  /** Names with `/` between them. Whether they are good names has been checked; where they lead, has not. */
  path: string
  /** Null: the file goes, and folders that are empty then. */
  blob_id: string | null
}

export interface Person {
  name: string
  email: string
}

export interface Commit {
  id: string
  /** Null for the first, and for the oldest that is kept. */
  parent: string | null
  message: string
  author: Person
  at: Date
}

/** Null stands for "no such file". */
export interface ChangedFile {
  path: string
  before: string | null
  after: string | null
}

/** The newest commit is always kept whole. */
export interface Keep {
  commits: number
  /** What the older ones may take on disk next to it. */
  bytes: number
}

export interface Survey {
  /**
   * Removes what neither the surveyed commits nor this one need, and returns how much it was. Nobody may keep the id
   * of a commit in the meantime, unless all of it was written after the sweep.
   */
  sweep(newest: string): Promise<{ objects: number; bytes: number }>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

/** A file stands where a folder would have to be, or the other way round. */
export class PathBlocked extends Error {
  override readonly name = 'PathBlocked'
}

/** Any other failure. The message is for the log. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable'
}

/** Letters, digits, `_` and `-`: nothing that leads elsewhere. */
export function isRepository(name: string): boolean {
  return /^[\w-]{1,128}$/.test(name)
}

export function requireRepository(name: string): void {
  if (!isRepository(name)) throw new Error(`${name} cannot be the name of a repository`)
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** The id that a file with these bytes has, before it is written. */
export function blobIdOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
