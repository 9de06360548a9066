import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { BuiltFile } from '../built-apps.ts'
import type { Deps } from '../deps.ts'
import { REFS_MS } from './base-branch.ts'
import { requireBranchName } from './branch-name.ts'
import { type Connected, requireConnected } from './connected-repository.ts'
import { copyLimits, MOST_TRIES } from './copy-limits.ts'
import { withForge } from './forge-refusals.ts'
import { requireGit } from './require-git.ts'
import { storeSynced } from './store-synced.ts'
import { inWorkFolder } from './work-folder.ts'
import { writeTree } from './write-tree.ts'

type Input = InputOf<typeof operations.repository.push_source>

const USUAL_MESSAGE = 'Update the code of the app'

export async function pushSource(
  deps: Deps,
  caller: Caller,
  { params, body }: Input,
): Promise<Sendable<AnswerOf<typeof operations.repository.push_source>>> {
  if (body.branch !== undefined) requireBranchName(body.branch, 'branch')
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const connected = await requireConnected(deps, app)
  await requireGit(deps)
  const { revision, ...pushed } = await inWorkFolder(deps, app.workspace_id, (folder) =>
    withForge(() => pushFrom(deps, { app, caller, connected, body, folder })),
  )
  await transaction(deps.db, (tx) =>
    storeSynced(
      deps,
      tx,
      { app, caller, connected, action: 'repository.push_source' },
      { ...pushed, revision },
    ),
  )
  return { ...pushed, skipped: [] }
}

interface Push {
  app: App
  caller: Caller
  connected: Connected
  body: Input['body']
  folder: string
}

async function pushFrom(deps: Deps, { app, caller, connected, body, folder }: Push) {
  const { git, clock } = deps
  const { row, forge, repository } = connected
  const branch = body.branch ?? row.base_branch
  const remote = await forge.remote(repository)
  const { refs } = await git.listRefs(remote, AbortSignal.timeout(REFS_MS))
  const isNew = !refs.has(`refs/heads/${branch}`)
  const hasBase = refs.has(`refs/heads/${row.base_branch}`)
  // A new branch leaves the base branch; the first one of a repository begins with nothing.
  const ref = isNew ? (hasBase ? row.base_branch : null) : branch
  const limits = copyLimits()
  const copy = await git.clone(remote, folder, { ...limits, ref })
  const parent = await copy.head()
  const revision = await bringIn(deps, app.id, copy.tree)
  const { full_name: name, email } = userOf(caller)
  const message = body.message ?? USUAL_MESSAGE
  const author = { name, email }
  const commit = await copy.commitAll({ parent, message, author, at: clock.now(), withIgnored: true })
  if (commit === null) {
    if (parent === null || parent === row.synced_commit) throw refuse('nothing_to_push')
    // It is there, and only what is remembered of it is not: the answer to an earlier push may have been lost.
    return { commit: parent, branch, files: 0, revision }
  }
  // Also of a new branch: it would take back what the base branch has (G552).
  if (parent !== null && parent !== row.synced_commit && body.force !== true) throw refuse('branch_moved')
  const { files } = await copy.diff(parent, commit, { maxFiles: limits.maxFiles, maxPatchBytes: 0 })
  await copy.push({ remote, branch, commit, expected: isNew ? null : parent, signal: limits.signal })
  return { commit, branch, files: files.length, revision }
}

/** Writes the code of the app, as it was at one moment, and returns its revision. */
async function bringIn({ builtApps }: Pick<Deps, 'builtApps'>, appId: string, tree: string): Promise<number> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const revision = await builtApps.sourceRevision(appId)
    const files: BuiltFile[] = []
    for await (const file of builtApps.sourceFiles(appId)) files.push(file)
    if (files.length === 0) throw refuse('nothing_to_push', { message: NO_CODE })
    const isWhole = await writeTree(tree, files)
    if (isWhole && (await builtApps.sourceRevision(appId)) === revision) return revision
  }
  throw refuse('source_unavailable', { headers: { 'Retry-After': '1' } })
}

const NO_CODE = 'The app has no code of its own yet; write some files first.'
