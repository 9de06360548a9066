import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '../../platform/database/transaction.ts'
import { GitFailed, type Person, type WorkCopy } from '../../ports/git/port.ts'
import type { BuiltFile } from './built-apps.ts'
import type { Deps } from './deps.ts'
import { presentPullRequest } from './pull-requests/present-pull-request.ts'
import { copyLimits } from './repository/copy-limits.ts'
import { repositoryStore } from './repository/repository-store.ts'
import { inWorkFolder } from './repository/work-folder.ts'
import { writeTree } from './repository/write-tree.ts'
import { updateSession } from './sessions/session-change-store.ts'
import { sessionStore } from './sessions/session-store.ts'

/** What archives lack of a local repository that an app is connected to: its commits, and an open pull request. */
export interface ImportedWork {
  app_id: string
  workspace_id: string
  author: Person
  /** When the code of the app was pushed. */
  pushed_at: Date
  change: {
    /** Of the session in the archive. */
    session_id: string
    branch: string
    title: string
    body: string
    at: Date
    path: string
    edit(text: string): string
  }
}

type ImportDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'git' | 'forges' | 'localRepositories' | 'codingSettings' | 'builtApps' | 'baseUrl'
>

/** Where there is no git, the repository stays missing. */
export async function importWork(deps: ImportDeps, work: ImportedWork): Promise<void> {
  const { db, git, forges, localRepositories } = deps
  const { app_id, workspace_id, change } = work
  const row = await repositoryStore(db).find(app_id)
  if (row?.provider !== 'local' || (await git.fault()) !== null) return
  const { full_name, base_branch } = row
  const commits: string[] = []
  const made = await localRepositories.create({
    ...{ workspace_id, full_name, default_branch: base_branch },
    fill: (folder) =>
      inWorkFolder(deps, workspace_id, async (place) => {
        const remote = { url: folder, credential: null }
        const limits = copyLimits()
        const copy = await git.clone(remote, place, { ...limits, ref: null })
        commits.push(await pushCode(deps, work, copy, { remote, branch: base_branch, ...limits }))
        await pushChange(work, copy, { remote, parent: commits[0] ?? null, ...limits })
      }),
  })
  if (typeof made === 'string') return
  const repository = { workspace_id, full_name, base_url: null, access_token: null }
  const { title, body, branch: head_branch } = change
  const pull = await forges.local.openPullRequest(repository, {
    ...{ title, body, head_branch, base_branch, author: work.author.email },
  })
  await transaction(db, async (tx) => {
    await repositoryStore(tx).setSynced(row, { commit: commits[0] ?? '', at: work.pushed_at })
    const session = await sessionStore(tx).lock(change.session_id)
    const pull_request = { ...presentPullRequest(deps, row, pull), created_at: change.at.toISOString() }
    if (session) await updateSession(tx, session, session.updated_date, { pull_request })
  })
}

interface To {
  remote: { url: string; credential: null }
  signal: AbortSignal
}

async function pushCode(
  { builtApps }: ImportDeps,
  { app_id, author, pushed_at }: ImportedWork,
  copy: WorkCopy,
  { remote, branch, signal }: To & { branch: string },
): Promise<string> {
  const files: BuiltFile[] = []
  for await (const file of builtApps.sourceFiles(app_id)) files.push(file)
  await writeTree(copy.tree, files)
  const message = 'Bring the code of the app over'
  const commit = await copy.commitAll({ parent: null, message, author, at: pushed_at, withIgnored: true })
  if (commit === null) throw new GitFailed('failed', 'The app has no code.')
  await copy.push({ remote, branch, commit, expected: null, signal })
  return commit
}

async function pushChange(
  { author, change }: ImportedWork,
  copy: WorkCopy,
  { remote, parent, signal }: To & { parent: string | null },
): Promise<void> {
  const { branch, title, at, path } = change
  const file = join(copy.tree, path)
  await writeFile(file, change.edit(await readFile(file, 'utf8')))
  const message = `${title}\n\nCoding-Session: ${change.session_id}\n`
  const commit = await copy.commitAll({ parent, message, author, at })
  if (commit === null) throw new GitFailed('failed', 'The change changes nothing.')
  await copy.push({ remote, branch, commit, expected: null, signal })
}
