import { join } from 'node:path'
import { sizeOfFiles } from './folder-size.ts'
import { type CopyOptions, GitFailed, type Remote } from './port.ts'
import { listRefs, type RunRemote } from './remote.ts'
import { runGit } from './run-git.ts'

/** Without anything that git would do on top of it: tags that follow, submodules, upkeep. */
const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-progress',
  '--update-head-ok',
  '--force',
]

/** Fetches refs into a repository, within a bound. */
export async function copyRefs(
  run: RunRemote,
  remote: Remote,
  dir: string,
  { maxBytes, signal, depth, refspecs }: CopyOptions & { depth: number | null; refspecs: readonly string[] },
): Promise<void> {
  const before = await sizeOfFiles(packsOf(dir))
  await run(remote, {
    dir,
    args: [...FETCH, ...(depth === null ? [] : [`--depth=${depth}`]), 'origin', ...refspecs],
    maxBytes,
    signal,
  })
  if ((await sizeOfFiles(packsOf(dir))) - before > maxBytes) {
    throw new GitFailed('too_large', 'The repository is larger than may be copied.')
  }
}

function packsOf(dir: string): string {
  return join(dir, 'objects', 'pack')
}

/** All branches and tags, and which of them is the usual one. */
export async function mirror(
  run: RunRemote,
  remote: Remote,
  dir: string,
  options: CopyOptions,
): Promise<void> {
  const { head } = await listRefs(run, remote, options.signal)
  const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
  await copyRefs(run, remote, dir, { ...options, depth: null, refspecs })
  if (head !== null) await runGit({ dir, args: ['symbolic-ref', 'HEAD', `refs/heads/${head}`] })
}
