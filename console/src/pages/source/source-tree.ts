/** The files of an app's code as folders within folders. */
export interface TreeNode {
  name: string
  path: string
  /** Null for a file. */
  children: TreeNode[] | null
}

/** Folders first, each by name. */
export function treeOf(paths: readonly string[]): TreeNode[] {
  const top: TreeNode[] = []
  const folders = new Map<string, TreeNode[]>([['', top]])
  for (const path of paths) folderOf(path, folders).push({ name: nameOf(path), path, children: null })
  for (const nodes of folders.values()) nodes.sort(inOrder)
  return top
}

/** The folders on the way to a file, the outermost first. */
export function foldersOn(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function folderOf(path: string, folders: Map<string, TreeNode[]>): TreeNode[] {
  const end = path.lastIndexOf('/')
  const folder = end === -1 ? '' : path.slice(0, end)
  const known = folders.get(folder)
  if (known) return known
  const children: TreeNode[] = []
  folders.set(folder, children)
  folderOf(folder, folders).push({ name: nameOf(folder), path: folder, children })
  return children
}

function inOrder(a: TreeNode, b: TreeNode): number {
  if ((a.children === null) !== (b.children === null)) return a.children === null ? 1 : -1
  return a.name.localeCompare(b.name)
}
