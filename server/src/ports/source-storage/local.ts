import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { changeTree, stepOf } from './change-tree.ts'
import { compareTrees } from './compare-trees.ts'
import { entryFinder } from './entry-finder.ts'
import { type LooseObjects, looseObjects, onDisk, unlessMissing, writeWhole } from './loose-objects.ts'
import { decodeCommit, encodeCommit, encodeTree, isPlainFile } from './object-form.ts'
import { type ChangedFile, type Commit, isObjectId, requireRepository, type SourceStorage } from './port.ts'
import { survey } from './survey.ts'

export interface LocalSourceOptions {
  folder: string
  /** What is younger is never swept: it may be on its way into a commit. */
  sweepAfterMs?: number
}

const SWEEP_AFTER_MS = 10 * 60_000
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = true\n'

/** The default: one bare repository for each app in a folder, which several nodes must share. Git itself can read it. */
export function localSourceStorage({
  folder,
  sweepAfterMs = SWEEP_AFTER_MS,
}: LocalSourceOptions): SourceStorage {
  const pathOf = (repository: string) => {
    requireRepository(repository)
    return join(folder, `${repository}.git`)
  }
  const objectsOf = (repository: string) => looseObjects(join(pathOf(repository), 'objects'))

  async function* commitsFrom(
    repository: string,
    commitId: string,
  ): AsyncGenerator<Commit & { tree: string }> {
    const objects = objectsOf(repository)
    const oldest = await onDisk(() => oldestKept(pathOf(repository)))
    for (let next: string | null = commitId; next !== null; ) {
      const commit = await readCommit(objects, next)
      const parent: string | null = commit.id === oldest ? null : commit.parent
      yield { ...commit, parent }
      next = parent
    }
  }

  async function* history(repository: string, commitId: string): AsyncGenerator<Commit> {
    for await (const { tree: _, ...commit } of commitsFrom(repository, commitId)) yield commit
  }

  async function* pathHistory(repository: string, commitId: string, path: string) {
    const find = entryFinder(objectsOf(repository), path)
    for await (const { tree, ...commit } of commitsFrom(repository, commitId)) {
      yield { ...commit, entry_id: (await onDisk(() => find(tree)))?.id ?? null }
    }
  }

  async function* changes(repository: string, commitId: string): AsyncGenerator<ChangedFile> {
    const objects = objectsOf(repository)
    const trees: string[] = []
    for await (const { tree } of commitsFrom(repository, commitId)) if (trees.push(tree) === 2) break
    const [after = null, before = null] = trees
    yield* compareTrees(objects, before, after)
  }

  return {
    history,
    pathHistory,
    changes,
    writeBlob: (repository, bytes) => onDisk(() => objectsOf(repository).write('blob', bytes)),
    readBlob: (repository, blobId) => onDisk(() => objectsOf(repository).read(blobId, 'blob')),

    commit: (repository, draft) =>
      onDisk(async () => {
        const objects = objectsOf(repository)
        const base = draft.parent === null ? null : (await readCommit(objects, draft.parent)).tree
        const tree = await changeTree(objects, base, draft.changes.map(stepOf))
        return objects.write('commit', encodeCommit(tree ?? (await emptyTree(objects)), draft))
      }),

    publish: (repository, commitId) =>
      onDisk(async () => {
        const path = pathOf(repository)
        if ((await readFile(join(path, 'HEAD')).catch(unlessMissing)) === null) {
          await writeWhole(join(path, 'config'), CONFIG)
          await writeWhole(join(path, 'HEAD'), 'ref: refs/heads/main\n')
        }
        await writeWhole(join(path, 'refs', 'heads', 'main'), `${commitId}\n`)
      }),

    published: (repository) =>
      onDisk(async () => {
        const text = await readFile(join(pathOf(repository), 'refs', 'heads', 'main'), 'utf8').catch(
          unlessMissing,
        )
        return text?.trim() ?? null
      }),

    findBlob: (repository, commitId, path) =>
      onDisk(async () => {
        const objects = objectsOf(repository)
        const { tree } = await readCommit(objects, commitId)
        const entry = await entryFinder(objects, path)(tree)
        return entry && isPlainFile(entry) ? entry.id : null
      }),

    survey: (repository, commitId, keep) =>
      onDisk(() => survey(pathOf(repository), objectsOf(repository), { commitId, keep, sweepAfterMs })),

    remove: (repository) => onDisk(() => rm(pathOf(repository), { recursive: true, force: true })),
  }
}

function readCommit(objects: LooseObjects, id: string) {
  return onDisk(async () => decodeCommit(id, await objects.read(id, 'commit')))
}

const emptyTree = (objects: LooseObjects) => objects.write('tree', encodeTree([]))

/** Where git itself looks for the end of a history that was cut. */
async function oldestKept(path: string): Promise<string | null> {
  const text = (await readFile(join(path, 'shallow'), 'utf8').catch(unlessMissing))?.trim() ?? ''
  return isObjectId(text) ? text : null
}
