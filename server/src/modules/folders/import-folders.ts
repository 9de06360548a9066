import { Id } from '@atrium/contract'
import { MAX_FOLDER_ANCESTORS, MAX_FOLDERS_PER_WORKSPACE } from '@atrium/contract/folders'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ArchiveRow, ImportContext } from '../../platform/archive/collection.ts'
import { named, requireKnown } from '../../platform/archive/require-known.ts'
import { archivedRow, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { folderItems, folders } from './store.ts'

export const ArchivedFolder = Type.Object({
  ...archivedRow(folders).properties,
  items: Type.Optional(Type.Array(Id)),
})
type ArchivedFolder = Type.Static<typeof ArchivedFolder>

type Rows = readonly ArchiveRow<ArchivedFolder>[]

/** A parent stands before its children, or within the same batch. */
export async function importFolders(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  checkOwners(rows, context)
  await requireReferences(tx, folders, rows, context)
  await requireParents(tx, rows, context)
  const stored = rows.map(({ row }) => storedRow(folders, row, context.now))
  const added = new Set((await folders.insertNew(tx, stored)).map(({ id }) => id))
  // A folder that was there before keeps its parent and its items as they are now.
  const fresh = rows.filter(({ row }) => added.has(row.id))
  await checkTree(tx, fresh, context)
  await checkCount(tx, fresh, context)
  await addItems(tx, fresh, context)
  return added.size
}

function checkOwners(rows: Rows, context: ImportContext): void {
  for (const { row, index } of rows) {
    const hasOwner = typeof row.owner_id === 'string'
    if (row.scope === 'personal' && !hasOwner) {
      context.fail(index, 'owner_id', 'Field required for a personal folder')
    }
    if (row.scope === 'workspace' && hasOwner) {
      context.fail(index, 'owner_id', 'A workspace folder has no owner; leave it out')
    }
  }
}

async function requireParents(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const inBatch = new Set(rows.map(({ row }) => row.id))
  await requireKnown(tx, rows, context, {
    table: 'folders',
    noun: 'folder before this one',
    of: (row) => named('parent_folder_id')(row).filter(({ id }) => !inBatch.has(id)),
  })
}

/** Parent and child share workspace, scope and owner; no circle, no branch that is too long. */
async function checkTree(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const ids = rows.map(({ row }) => row.id)
  const { rows: strangers } = await sql<{ id: string }>`
    select child.id from folders child join folders parent on parent.id = child.parent_folder_id
    where child.id = any(${ids})
      and (child.workspace_id, child.scope, child.owner_id)
        is distinct from (parent.workspace_id, parent.scope, parent.owner_id)`.execute(tx)
  refuse(strangers, 'Parent and child must have the same workspace, scope and owner')

  const { rows: tooDeep } = await sql<{ id: string }>`
    with recursive ancestors as (
      select id, parent_folder_id, 0 as level from folders where id = any(${ids})
      union all
      select ancestors.id, folders.parent_folder_id, level + 1
      from ancestors join folders on folders.id = ancestors.parent_folder_id
      where level <= ${MAX_FOLDER_ANCESTORS}
    )
    select distinct id from ancestors where level > ${MAX_FOLDER_ANCESTORS}`.execute(tx)
  refuse(tooDeep, `A folder has at most ${MAX_FOLDER_ANCESTORS} folders above it and is not inside itself`)

  function refuse(found: readonly { id: string }[], message: string) {
    const wrong = rows.find(({ row }) => found.some(({ id }) => id === row.id))
    if (wrong) context.fail(wrong.index, 'parent_folder_id', message)
  }
}

async function checkCount(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const workspaces = [...new Set(rows.map(({ row }) => row.workspace_id))]
  const { rows: full } = await sql<{ workspace_id: string }>`
    select workspace_id from folders where workspace_id = any(${workspaces})
    group by workspace_id having count(*) > ${MAX_FOLDERS_PER_WORKSPACE}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some((one) => one.workspace_id === row.workspace_id))
  if (!beyond) return
  context.fail(beyond.index, '', `A workspace has at most ${MAX_FOLDERS_PER_WORKSPACE} folders`)
}

/** An app is in one workspace folder, and in one personal folder of each owner. */
async function addItems(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  await requireKnown(tx, rows, context, {
    table: 'apps',
    noun: 'app',
    of: ({ items = [] }) => items.map((id, place) => ({ id, path: `items[${place}]` })),
  })
  const wanted = rows.flatMap(({ row, index }) =>
    (row.items ?? []).map((app_id, place) => ({ row, app_id, index, place, path: `items[${place}]` })),
  )
  const items = wanted.map(({ row, app_id, place }) => ({
    app_id,
    owner_key: row.owner_id ?? '',
    folder_id: row.id,
    // Items are shown in the order of their dates.
    created_date: new Date(context.now.getTime() - (row.items?.length ?? 0) + place),
  }))
  const added = await folderItems.insertNew(tx, items)
  if (added.length < items.length) await nameSecondPlace(tx, wanted, context)
  await requireSameWorkspace(tx, wanted, context)
}

interface WantedItem {
  row: ArchivedFolder
  app_id: string
  index: number
  path: string
}

async function nameSecondPlace(tx: Db, wanted: readonly WantedItem[], context: ImportContext): Promise<void> {
  const appIds = wanted.map(({ app_id }) => app_id)
  const { rows: places } = await sql<{ app_id: string; owner_key: string; folder_id: string }>`
    select app_id, owner_key, folder_id from folder_items where app_id = any(${appIds})`.execute(tx)
  const placeOf = new Map(
    places.map((item) => [JSON.stringify([item.app_id, item.owner_key]), item.folder_id]),
  )
  const taken = new Set<string>()
  for (const { row, app_id, index, path } of wanted) {
    const key = JSON.stringify([app_id, row.owner_id ?? ''])
    const folder = placeOf.get(key)
    if (folder !== row.id || taken.has(key)) {
      context.fail(index, path, `The app "${app_id}" is in the folder "${folder}" already`)
    }
    taken.add(key)
  }
}

async function requireSameWorkspace(tx: Db, wanted: readonly WantedItem[], context: ImportContext) {
  const folderIds = [...new Set(wanted.map(({ row }) => row.id))]
  const { rows: foreign } = await sql<{ app_id: string; folder_id: string }>`
    select app_id, folder_id from folder_items
    join apps on apps.id = app_id join folders on folders.id = folder_id
    where folder_id = any(${folderIds}) and apps.workspace_id <> folders.workspace_id limit 1`.execute(tx)
  const wrong = wanted.find(({ row, app_id }) =>
    foreign.some((one) => one.app_id === app_id && one.folder_id === row.id),
  )
  if (wrong) context.fail(wrong.index, wrong.path, `The app "${wrong.app_id}" is of another workspace`)
}
