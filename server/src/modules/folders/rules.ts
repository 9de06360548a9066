import { MAX_FOLDER_ANCESTORS, MAX_FOLDERS_PER_WORKSPACE } from '@atrium/contract/folders'
import { refuse } from '../../platform/errors.ts'

/** Where a folder hangs: all that the rules of nesting need to know. */
export interface FolderPlace {
  id: string
  parent_folder_id: string | null
  scope: 'workspace' | 'personal'
  owner_id: string | null
}

/** Workspace folders and one's own; a stranger's personal folder does not exist for anyone else. */
export function placesInSight(places: readonly FolderPlace[], userId: string): FolderPlace[] {
  return places.filter((place) => place.owner_id === null || place.owner_id === userId)
}

/** Refuses a parent that is missing, of another scope, below the folder itself, or too deep. */
export function requireFittingParent(
  folder: { id: string | null; scope: FolderPlace['scope']; owner_id: string | null },
  parentId: string,
  places: readonly FolderPlace[],
): void {
  const byId = new Map(places.map((place) => [place.id, place]))
  const parent = byId.get(parentId)
  if (!parent) throw refuse('folder_not_found')
  if (parent.scope !== folder.scope || parent.owner_id !== folder.owner_id)
    throw refuse('folder_scope_mismatch')

  const ancestors = chainAbove(parent, byId)
  if (folder.id !== null && ancestors.some((place) => place.id === folder.id)) throw refuse('folder_cycle')
  const height = folder.id === null ? 0 : heightOf(folder.id, places)
  if (ancestors.length + height > MAX_FOLDER_ANCESTORS) throw refuse('folder_too_deep')
}

export function requireRoomForFolder(count: number): void {
  if (count >= MAX_FOLDERS_PER_WORKSPACE) throw refuse('folder_limit_reached')
}

/** The folder itself and everything above it. */
function chainAbove(folder: FolderPlace, byId: ReadonlyMap<string, FolderPlace>): FolderPlace[] {
  const chain: FolderPlace[] = []
  for (let place: FolderPlace | undefined = folder; place; place = above(place, byId)) chain.push(place)
  return chain
}

function above(place: FolderPlace, byId: ReadonlyMap<string, FolderPlace>): FolderPlace | undefined {
  return place.parent_folder_id === null ? undefined : byId.get(place.parent_folder_id)
}

/** How many levels hang below a folder. */
function heightOf(id: string, places: readonly FolderPlace[]): number {
  const children = Map.groupBy(places, (place) => place.parent_folder_id)
  let height = -1
  for (let level = [id]; level.length > 0; height++) {
    level = level.flatMap((parent) => (children.get(parent) ?? []).map((child) => child.id))
  }
  return height
}
