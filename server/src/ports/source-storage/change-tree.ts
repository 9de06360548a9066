import type { LooseObjects } from './loose-objects.ts'
import { decodeTree, encodeTree, FILE_MODE, isFolder, TREE_MODE, type TreeEntry } from './object-form.ts'
import { type FileChange, PathBlocked } from './port.ts'

/** Only the folders on the way to a change are read and written again; returns the new top, null when all is empty. */
export async function changeTree(
  objects: LooseObjects,
  tree: string | null,
  changes: readonly Step[],
): Promise<string | null> {
  const entries = new Map<string, TreeEntry>()
  if (tree !== null) {
    for (const entry of decodeTree(await objects.read(tree, 'tree'))) entries.set(entry.name, entry)
  }
  const byName = Map.groupBy(changes, ({ names }) => names[0] ?? '')
  for (const [name, those] of byName) {
    const entry = await changedEntry(objects, name, entries.get(name), those)
    if (entry) entries.set(name, entry)
    else entries.delete(name)
  }
  return entries.size === 0 ? null : objects.write('tree', encodeTree(entries.values()))
}

interface Step {
  names: readonly string[]
  blob_id: string | null
}

export function stepOf({ path, blob_id }: FileChange): Step {
  const names = path.split('/')
  // The last guard: such a name would leave the folder of anyone who checks the repository out.
  if (names.some((name) => name === '' || name === '.' || name === '..' || name.toLowerCase() === '.git')) {
    throw new PathBlocked(`${path} cannot be the path of a file`)
  }
  return { names, blob_id }
}

async function changedEntry(
  objects: LooseObjects,
  name: string,
  old: TreeEntry | undefined,
  changes: readonly Step[],
): Promise<TreeEntry | null> {
  const here = changes.filter(({ names }) => names.length === 1).at(-1)
  const deeper = changes
    .filter(({ names }) => names.length > 1)
    .map(({ names, blob_id }) => ({ names: names.slice(1), blob_id }))
  const isRemoval = deeper.every(({ blob_id }) => blob_id === null)
  if (here && old && isFolder(old)) {
    // A file takes the place of a folder only when all that is in it goes.
    const isLeft = !isRemoval || deeper.length === 0 || (await changeTree(objects, old.id, deeper)) !== null
    if (isLeft || here.blob_id === null) throw new PathBlocked(`${name} is a folder`)
  } else if (here && here.blob_id !== null && !isRemoval) throw new PathBlocked(`${name} is a folder`)
  if (here && here.blob_id !== null) return { mode: FILE_MODE, name, id: here.blob_id }
  const before = here ? undefined : old
  if (before && !isFolder(before)) {
    if (isRemoval) return before
    throw new PathBlocked(`${name} is not a folder`)
  }
  if (!before && isRemoval) return null
  const id = await changeTree(objects, before?.id ?? null, deeper)
  return id === null ? null : { mode: TREE_MODE, name, id }
}
