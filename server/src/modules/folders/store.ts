import { AppKind, Id } from '@atrium/contract'
import { FolderColor, FolderIcon, FolderName, FolderPosition, FolderScope } from '@atrium/contract/folders'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { integer, type RowOf, table, text, time } from '../../platform/database/table.ts'
import { refuse } from '../../platform/errors.ts'
import type { FolderPlace } from './rules.ts'

export const folders = table(
  'folders',
  {
    id: text(Id),
    workspace_id: text(Id),
    scope: text(FolderScope),
    owner_id: text(Id).nullable(),
    name: text(FolderName),
    parent_folder_id: text(Id).nullable(),
    position: integer(FolderPosition).default(0),
    color: text(FolderColor).nullable(),
    icon: text(FolderIcon).nullable(),
    app_type: text(AppKind).nullable(),
    created_date: time().default('now'),
  },
  { key: ['id'], references: { workspace_id: 'workspaces', owner_id: 'users' } },
)
export type FolderRow = RowOf<typeof folders>

const AS_ITEMS = 'a folder lists its items'
export const folderItems = table(
  'folder_items',
  {
    app_id: text().notArchived(AS_ITEMS),
    owner_key: text().notArchived(AS_ITEMS),
    folder_id: text().notArchived(AS_ITEMS),
    created_date: time().notArchived('the list is in the order of these dates'),
  },
  { key: ['app_id', 'owner_key'] },
)

type Tables = {
  folders: FolderRow
  folder_items: RowOf<typeof folderItems>
}

export interface FolderWithApps extends FolderRow {
  app_ids: string[]
}

const COLUMNS = folders.columns('f')

// What is deleted, foreign to a guest or out of a limited token's reach is left out of app_ids.
const APP_IDS = `coalesce((
    select array_agg(i.app_id order by i.created_date, i.app_id)
      from folder_items i join apps a on a.id = i.app_id and a.deleted_at is null
     where i.folder_id = f.id
       and ($3::text[] is null or a.id = any($3))
       and ($4 or exists (select from collaborators c where c.app_id = a.id and c.user_id = $2))), '{}') as app_ids`

const foldersOfWorkspace = prepared<FolderWithApps>(
  'folders_of_workspace',
  `select ${COLUMNS}, ${APP_IDS} from folders f
    where f.workspace_id = $1 and (f.owner_id is null or f.owner_id = $2)
    order by f.scope desc, f.position, lower(f.name), f.id`,
)

const folderWithApps = prepared<FolderWithApps>(
  'folder_with_apps',
  `select ${COLUMNS}, ${APP_IDS} from folders f where f.id = $1`,
)

const folderInSight = prepared<FolderRow>(
  'folder_in_sight',
  `select ${COLUMNS} from folders f where f.id = $1 and (f.owner_id is null or f.owner_id = $2)`,
)

const deleteItem = prepared<{ app_id: string }>(
  'folder_item_delete',
  'delete from folder_items where folder_id = $1 and app_id = $2 returning app_id',
)

/** Whose eyes app_ids are seen with. */
export interface Viewer {
  user_id: string
  app_ids: readonly string[] | null
  sees_all_apps: boolean
}

const valuesFor = ({ user_id, app_ids, sees_all_apps }: Viewer) => [user_id, app_ids, sees_all_apps]

export const folderStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async tree(workspaceId: string, viewer: Viewer): Promise<FolderWithApps[]> {
      return foldersOfWorkspace(db, [workspaceId, ...valuesFor(viewer)])
    },
    /** A workspace folder, or the user's own personal one. */
    async find(id: string, userId: string): Promise<FolderRow | undefined> {
      const [row] = await folderInSight(db, [id, userId])
      return row
    },
    async getWithApps(id: string, viewer: Viewer): Promise<FolderWithApps> {
      const [row] = await folderWithApps(db, [id, ...valuesFor(viewer)])
      if (!row) throw refuse('folder_not_found')
      return row
    },
    /** Where all folders hang; changes of one workspace's tree wait for each other from here on. */
    async lockPlaces(workspaceId: string): Promise<FolderPlace[]> {
      await sql`select pg_advisory_xact_lock(hashtextextended('folders ' || ${workspaceId}, 0))`.execute(db)
      return q
        .selectFrom('folders')
        .select(['id', 'parent_folder_id', 'scope', 'owner_id'])
        .where('workspace_id', '=', workspaceId)
        .execute()
    },
    async insert(row: FolderRow): Promise<void> {
      await q.insertInto('folders').values(row).execute()
    },
    async update(id: string, changes: Partial<FolderRow>): Promise<void> {
      await q.updateTable('folders').set(changes).where('id', '=', id).execute()
    },
    /** Subfolders and items go with it; the key of the table says so. */
    async delete(id: string): Promise<void> {
      await q.deleteFrom('folders').where('id', '=', id).execute()
    },
    async addItems(folder: FolderPlace, appIds: readonly string[], now: Date): Promise<void> {
      await sql`
        insert into folder_items (app_id, owner_key, folder_id, created_date)
        select app_id, ${folder.owner_id ?? ''}, ${folder.id}, ${now} from unnest(${appIds}::text[]) as app_id
        on conflict (app_id, owner_key) do update
          set folder_id = excluded.folder_id, created_date = excluded.created_date
          where folder_items.folder_id <> excluded.folder_id`.execute(db)
    },
    /** Returns whether the app was in the folder. */
    async removeItem(folderId: string, appId: string): Promise<boolean> {
      return (await deleteItem(db, [folderId, appId])).length > 0
    },
    async removeApp(appId: string): Promise<void> {
      await q.deleteFrom('folder_items').where('app_id', '=', appId).execute()
    },
  }
}
