/** The folders of local repositories, and the rows that make them visible. */
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFailure } from '../../platform/database/failures.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { removeFolder } from '../../platform/files/remove-folder.ts'
import { makeId } from '../../platform/ids.ts'
import { tolerate } from '../../platform/tolerate.ts'
import type { LocalForgeOptions } from './local-options.ts'
import { localStore } from './local-store.ts'
import type { LocalRepositoryRow } from './local-tables.ts'
import { ForgeFailed, type LocalRepositories, type LocalRepository, type NewLocalRepository } from './port.ts'
import { repositoryNameFault } from './repository-name.ts'

/** A creation that takes longer than this is over. */
const LEFT_OVER_MS = 24 * 60 * 60_000
const BATCH = 100

export function localRepositories(options: LocalForgeOptions): LocalRepositories {
  const { db, clock, log, git, folder, most, baseUrl } = options
  const store = localStore(db)

  async function make(row: LocalRepositoryRow, repository: NewLocalRepository): Promise<string> {
    const [draft, whole] = [join(folder, `${row.id}.new`), folderOf(folder, row.id)]
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await git.createRepository(draft, { branch: row.default_branch })
      await repository.fill?.(draft)
      await rename(draft, whole)
      return whole
    } catch (error) {
      await remove(draft)
      throw error
    }
  }

  /** Why not, or null when it is visible now. */
  function show(row: LocalRepositoryRow, repository: NewLocalRepository): Promise<'exists' | 'full' | null> {
    return transaction(db, async (tx) => {
      const within = localStore(tx)
      await within.lockRepositories(row.workspace_id)
      if (await within.findRepository(row.workspace_id, row.full_name)) return 'exists'
      if ((await within.countRepositories(row.workspace_id)) >= most) return 'full'
      await within.insertRepository(row)
      await repository.alsoStore?.(tx)
      return null
    })
  }

  const remove = (path: string) =>
    tolerate(log, 'a folder of a repository was not removed', removeFolder(path), undefined)

  /** What a crash left, and what deleted workspaces had: folders that no row names. */
  async function removeLeftovers(): Promise<void> {
    const found = (await readdir(folder)).flatMap((name) => {
      const [, id] = /^(rep_[0-9a-z]+)\.(?:git|new(?:\.[0-9a-f]+)?)$/.exec(name) ?? []
      return id === undefined ? [] : [{ name, id }]
    })
    const known = await store.knownRepositories(found.map(({ id }) => id))
    for (const { name, id } of found) {
      const path = join(folder, name)
      if (name.endsWith('.git') && known.has(id)) continue
      const { mtimeMs } = await stat(path)
      // By the clock of the machine, as the file system writes it.
      if (Date.now() - mtimeMs > LEFT_OVER_MS) await remove(path)
    }
  }

  return {
    async find(workspaceId, fullName) {
      const row = await store.findRepository(workspaceId, fullName)
      return row && presentRepository(folder, row)
    },
    async create(repository) {
      const fault = repositoryNameFault(repository.full_name)
      if (fault !== null) throw new ForgeFailed('refused', fault)
      const { workspace_id, full_name, default_branch } = repository
      if (await store.findRepository(workspace_id, full_name)) return 'exists'
      if ((await store.countRepositories(workspace_id)) >= most) return 'full'
      const now = clock.now()
      const row = { id: makeId('rep', now), workspace_id, full_name, default_branch, created_date: now }
      const whole = await make(row, repository)
      const refusal = await show(row, repository).catch(async (error: unknown) => {
        // Where the database is lost the row may be there all the same: the folder stays until it is surely nobody's.
        if (databaseFailure(error) === null) await remove(whole)
        throw error
      })
      if (refusal !== null) {
        await remove(whole)
        return refusal
      }
      await tolerate(log, 'folders of repositories were left', removeLeftovers(), undefined)
      return presentRepository(folder, row)
    },
    async tidy(signal) {
      if ((await git.fault()) !== null) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await tolerate(log, 'folders of repositories were left', removeLeftovers(), undefined)
      let ids = await store.listIds('', BATCH)
      for (; ids.length > 0; ids = await store.listIds(ids.at(-1) ?? '', BATCH)) {
        for (const id of ids) {
          signal.throwIfAborted()
          const tidied = git.repository(folderOf(folder, id)).tidy(signal)
          await tolerate(log, 'a repository was not tidied', tidied, undefined)
        }
      }
    },
    cloneUrl: (workspaceId, fullName) => `${baseUrl()}/git/${workspaceId}/${fullName}.git`,
  }
}

export function presentRepository(folder: string, row: LocalRepositoryRow): LocalRepository {
  const { id, full_name, default_branch } = row
  return { id, full_name, default_branch, folder: folderOf(folder, id) }
}

const folderOf = (folder: string, id: string) => join(folder, `${id}.git`)
