import { type LooseObjects, onDisk } from './loose-objects.ts'
import { decodeTree, isFolder, isPlainFile, type TreeEntry } from './object-form.ts'
import type { ChangedFile } from './port.ts'

/** The plain files of one folder tree that are not the same in the other, by path. Folders with one id are not read. */
export async function* compareTrees(
  objects: LooseObjects,
  before: string | null,
  after: string | null,
  folder = '',
): AsyncGenerator<ChangedFile> {
  if (before === after) return
  const [old, fresh] = await onDisk(async () => [
    await entriesOf(objects, before),
    await entriesOf(objects, after),
  ])
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort()
  for (const name of names) {
    const was = old.get(name)
    const is = fresh.get(name)
    if (was?.id === is?.id && was?.mode === is?.mode) continue
    const path = `${folder}${name}`
    const blobs = { before: blobOf(was), after: blobOf(is) }
    if (blobs.before !== blobs.after) yield { path, ...blobs }
    yield* compareTrees(objects, treeOf(was), treeOf(is), `${path}/`)
  }
}

async function entriesOf(objects: LooseObjects, tree: string | null): Promise<Map<string, TreeEntry>> {
  const entries = tree === null ? [] : decodeTree(await objects.read(tree, 'tree'))
  return new Map(entries.map((entry) => [entry.name, entry]))
}

const blobOf = (entry: TreeEntry | undefined) => (entry && isPlainFile(entry) ? entry.id : null)
const treeOf = (entry: TreeEntry | undefined) => (entry && isFolder(entry) ? entry.id : null)
