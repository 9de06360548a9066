import type { Snapshot, SourceFile } from './snapshot.ts'

export interface FoundLockFiles {
  lock_files: readonly { file: SourceFile; manifest: SourceFile | null }[]
  /** What has no lock file, or is too much; null when there is nothing to say. */
  unchecked: string | null
}

const LOCK_FILES = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock)$/
const MANIFEST = /(?:^|\/)package\.json$/
const INSTALLED = /(?:^|\/)node_modules\//
const MOST = 20

/** The lock files of an app, wherever they are, each with the package.json next to it. */
export async function findLockFiles(snapshot: Snapshot): Promise<FoundLockFiles> {
  const locks: SourceFile[] = []
  const manifests = new Map<string, SourceFile>()
  for await (const file of snapshot.files()) {
    if (INSTALLED.test(file.path)) continue
    if (LOCK_FILES.test(file.path)) locks.push(file)
    else if (MANIFEST.test(file.path)) manifests.set(folderOf(file.path), file)
  }
  // The nearest to the top first: those of examples and tests come last.
  const taken = locks.sort((one, other) => depthOf(one.path) - depthOf(other.path)).slice(0, MOST)
  return {
    lock_files: taken.map((file) => ({ file, manifest: manifests.get(folderOf(file.path)) ?? null })),
    unchecked: whatIsOpen(locks.length, [...manifests.keys()], locks),
  }
}

function whatIsOpen(count: number, folders: readonly string[], locks: readonly SourceFile[]): string | null {
  if (count > MOST) return `${count - MOST} of ${count} lock files`
  // A workspace is locked by the file above it.
  const isLocked = (folder: string) =>
    locks.some(({ path }) => `${folder}/`.startsWith(withSlash(folderOf(path))))
  const open = folders.find((folder) => !isLocked(folder))
  return open === undefined ? null : `${withSlash(open)}package.json has no lock file`
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function withSlash(folder: string): string {
  return folder === '' ? '' : `${folder}/`
}

function depthOf(path: string): number {
  return path.split('/').length
}
