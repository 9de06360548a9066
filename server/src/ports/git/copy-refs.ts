import { join } from 'node:path'
import { sizeOfFiles } from './folder-size.ts'
import { type CopyOptions, GitFailed, type Remote } from './port.ts'
import { refsFor } from './ref-names.ts'
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

/** Copies all branches and tags whose names fit, and which of them is the default one. */
export async function mirror(
  run: RunRemote,
  remote: Remote,
  dir: string,
  options: CopyOptions,
): Promise<void> {
  const { head } = await listRefs(run, remote, options.signal)
  const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
  await copyRefs(run, remote, dir, { ...options, depth: null, refspecs })
  await deleteUnfitRefs(dir)
  if (head !== null) await runGit({ dir, args: ['symbolic-ref', 'HEAD', `refs/heads/${head}`] })
}

/** Afterwards, because a remote may list other names at each request; git itself takes their folders along. */
async function deleteUnfitRefs(dir: string): Promise<void> {
  const { output } = await runGit({ dir, args: ['for-each-ref', '--format=%(refname)'] })
  const refs = output.toString('latin1').split('\n').filter(Boolean)
  const unfit = refs.filter((ref) => refsFor(Buffer.from(ref, 'latin1').toString()).length === 0)
  if (unfit.length === 0) return
  const input = Buffer.from(unfit.map((ref) => `delete ${ref}\n`).join(''), 'latin1')
  await runGit({ dir, args: ['update-ref', '--no-deref', '--stdin'], input })
}
