/** The folder list of the API as a tree, and the questions pages ask of it. */
import type { Folder } from '@atrium/sdk'

export type FolderScope = Folder['scope']

export interface FolderNode {
  id: string
  folder: Folder
  children: FolderNode[]
}

/** The folders of one scope, nested, in their order. */
export function treeOf(folders: readonly Folder[], scope: FolderScope): FolderNode[] {
  const known = new Set(folders.map(({ id }) => id))
  const within = folders.filter((folder) => folder.scope === scope)
  const isTop = ({ parent_folder_id }: Folder) => parent_folder_id === null || !known.has(parent_folder_id)
  const node = (folder: Folder): FolderNode => ({
    id: folder.id,
    folder,
    children: within
      .filter(({ parent_folder_id }) => parent_folder_id === folder.id)
      .sort(byPosition)
      .map(node),
  })
  return within.filter(isTop).sort(byPosition).map(node)
}

/** From the top down to the folder itself. */
export function pathTo(folders: readonly Folder[], folder: Folder): Folder[] {
  const path = [folder]
  for (let at = folder; ; ) {
    const parent = folders.find(({ id }) => id === at.parent_folder_id)
    if (!parent || path.includes(parent)) return path
    path.unshift(parent)
    at = parent
  }
}

export function pathText(folders: readonly Folder[], folder: Folder): string {
  return pathTo(folders, folder)
    .map(({ name }) => name)
    .join(' / ')
}

/** Whether `folder` is `other` or lies somewhere below it. */
export function isWithin(folders: readonly Folder[], folder: Folder, other: Folder): boolean {
  return pathTo(folders, folder).some(({ id }) => id === other.id)
}

/** Where a folder can go: the same scope, and neither itself nor below itself. */
export function possibleParents(folders: readonly Folder[], folder: Folder): Folder[] {
  return folders.filter((other) => other.scope === folder.scope && !isWithin(folders, other, folder))
}

/** The folders an app lies in: at most one of each scope. */
export function foldersOf(folders: readonly Folder[], appId: string): Folder[] {
  return folders.filter(({ app_ids }) => app_ids.includes(appId))
}

function byPosition(a: Folder, b: Folder) {
  return a.position - b.position || a.name.localeCompare(b.name)
}
