import type { LooseObjects } from './loose-objects.ts'
import { decodeTree, isFolder, type TreeEntry } from './object-form.ts'

/**
 * Finds what a path is in a folder tree, undefined when there is nothing. It remembers what it found in each folder, as
 * commits share the folders that they did not change.
 */
export function entryFinder(
  objects: LooseObjects,
  path: string,
): (tree: string) => Promise<TreeEntry | undefined> {
  const names = path.split('/')
  const found = names.map(() => new Map<string, TreeEntry | undefined>())

  async function find(tree: string, depth: number): Promise<TreeEntry | undefined> {
    const known = found[depth]
    if (!known || known.has(tree)) return known?.get(tree)
    const entry = decodeTree(await objects.read(tree, 'tree')).find(({ name }) => name === names[depth])
    const isEnd = depth === names.length - 1
    const wanted = isEnd || !entry ? entry : isFolder(entry) ? await find(entry.id, depth + 1) : undefined
    known.set(tree, wanted)
    return wanted
  }

  return (tree) => find(tree, 0)
}
