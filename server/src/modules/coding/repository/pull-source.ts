import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { ApiError, refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import { blobIdOf } from '../../../ports/source-storage/port.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { SourceChange } from '../built-apps.ts'
import type { Deps } from '../deps.ts'
import { requireBranchName } from './branch-name.ts'
import { type Connected, requireConnected } from './connected-repository.ts'
import { copyLimits, MOST_SKIPPED_SHOWN, MOST_TRIES } from './copy-limits.ts'
import { withForge } from './forge-refusals.ts'
import { requireGit } from './require-git.ts'
import { storeSynced } from './store-synced.ts'
import { type FoundFile, readTree } from './tree-files.ts'
import { inWorkFolder } from './work-folder.ts'

export async function pullSource(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.repository.pull_source>,
): Promise<Sendable<AnswerOf<typeof operations.repository.pull_source>>> {
  if (body.ref !== undefined) requireBranchName(body.ref, 'ref')
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const connected = await requireConnected(deps, app)
  await requireGit(deps)
  const branch = body.ref ?? connected.row.base_branch
  return inWorkFolder(deps, app.workspace_id, async (folder) => {
    const { tree, commit } = await copyOf(deps, connected, branch, folder)
    const { files, skipped } = await readTree(tree)
    const bytes = files.reduce((total, { size }) => total + size, 0)
    if (files.length > MAX_SOURCE_FILES || bytes > MAX_SOURCE_BYTES) throw refuse('source_limit_reached')
    const taken = await takeOver(deps, { app, caller, connected, branch, commit, tree, files })
    return { commit, branch, files: taken, skipped: skipped.slice(0, MOST_SKIPPED_SHOWN) }
  })
}

async function copyOf({ git }: Deps, { forge, repository }: Connected, ref: string, folder: string) {
  return withForge(async () => {
    const copy = await git.clone(await forge.remote(repository), folder, { ...copyLimits(), ref })
    const commit = await copy.head()
    if (commit === null) throw refuse('base_branch_not_found')
    return { tree: copy.tree, commit }
  })
}

interface Pull {
  app: App
  caller: Caller
  connected: Connected
  branch: string
  commit: string
  tree: string
  files: readonly FoundFile[]
}

/** Changes the code in one commit, with what is remembered of it, and returns how many files that were. */
async function takeOver(deps: Deps, pull: Pull): Promise<number> {
  const { app, caller, connected, branch, commit } = pull
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const expectedRevision = await deps.builtApps.sourceRevision(app.id)
    const files = await differing(deps, pull)
    try {
      await deps.builtApps.changeSource({
        ...{ app_id: app.id, user_id: userOf(caller).id, expectedRevision, files },
        message: `Bring in ${branch} of ${connected.row.full_name}\n\n${commit}`,
        alsoStore: (tx, { revision }) =>
          storeSynced(
            deps,
            tx,
            { app, caller, connected, action: 'repository.pull_source' },
            { commit, branch, files: files.length, revision },
          ),
      })
      return files.length
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'source_changed')) throw error
    }
  }
  throw refuse('source_unavailable', { headers: { 'Retry-After': '1' } })
}

/** What the code lacks or has otherwise, and what it has that the tree lacks. */
async function differing(
  { builtApps }: Pick<Deps, 'builtApps'>,
  { app, tree, files }: Pull,
): Promise<SourceChange['files']> {
  const before = new Map<string, string>()
  for await (const { path, id } of builtApps.sourceFiles(app.id)) before.set(path, id)
  const changed: { path: string; bytes: Uint8Array | null }[] = []
  for (const { path } of files) {
    const bytes = await readFile(join(tree, path))
    if (before.get(path) !== blobIdOf(bytes)) changed.push({ path, bytes })
    before.delete(path)
  }
  return [...changed, ...[...before.keys()].map((path) => ({ path, bytes: null }))]
}
