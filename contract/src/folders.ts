import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { AppKind, Id, Nullable, OneOf, WorkspaceQuery } from './shared.ts'

export const MAX_FOLDERS_PER_WORKSPACE = 500
export const MAX_FOLDER_ANCESTORS = 20

export const FolderScope = OneOf(['workspace', 'personal'])

export const Folder = Type.Object(
  {
    id: Id,
    name: Type.String(),
    scope: FolderScope,
    owner_id: Nullable(Id),
    parent_folder_id: Nullable(Id),
    position: Type.Integer(),
    color: Nullable(Type.String()),
    icon: Nullable(Type.String()),
    app_type: Nullable(AppKind),
    app_ids: Type.Array(Id),
  },
  { $id: 'Folder' },
)

export const FolderPosition = Type.Integer({ minimum: 0, maximum: 1_000_000 })
export const FolderColor = Type.String({ maxLength: 32 })
export const FolderIcon = Type.String({ maxLength: 64 })

const looks = {
  position: Type.Optional(FolderPosition),
  color: Type.Optional(Nullable(FolderColor)),
  icon: Type.Optional(Nullable(FolderIcon)),
  app_type: Type.Optional(Nullable(AppKind)),
}
export const FolderName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const FolderPath = Type.Object({ folder_id: Id })

const READ = perMinute(300, 'pool')
const CHANGE = perMinute(60, 'pool', 'folders.change')

const EXAMPLE_FOLDER = {
  id: 'fld_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Shop',
  scope: 'workspace',
  owner_id: null,
  parent_folder_id: null,
  position: 0,
  color: '#2563eb',
  icon: 'store',
  app_type: null,
  app_ids: ['app_06bcz0k3v4n8q1t5w7x9y2a3b4'],
}

export const listFolderTree = operation({
  name: 'folders.tree',
  summary: 'Read all folders: those of the workspace and your personal ones, with the apps in them',
  method: 'GET',
  path: '/api/app-folders/tree',
  credential: personal('read_only'),
  limit: READ,
  query: WorkspaceQuery,
  answer: Type.Object({ folders: Type.Array(Folder) }),
  refuses: ['workspace_not_found'],
  example: { answer: { folders: [EXAMPLE_FOLDER] } },
})

export const createFolder = operation({
  name: 'folders.create',
  summary: 'Create a folder',
  method: 'POST',
  path: '/api/app-folders',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  query: WorkspaceQuery,
  body: Type.Object({
    name: FolderName,
    scope: FolderScope,
    parent_folder_id: Type.Optional(Nullable(Id)),
    ...looks,
  }),
  status: 201,
  answer: Folder,
  refuses: [
    'workspace_not_found',
    'editor_required',
    'token_limited_to_apps',
    'folder_not_found',
    'folder_scope_mismatch',
    'folder_limit_reached',
    'folder_too_deep',
  ],
  example: { body: { name: 'Shop', scope: 'workspace' }, answer: { ...EXAMPLE_FOLDER, app_ids: [] } },
})

export const updateFolder = operation({
  name: 'folders.update',
  summary: 'Rename, move or restyle a folder; send only the fields to change',
  method: 'PATCH',
  path: '/api/app-folders/{folder_id}',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FolderPath,
  body: Type.Object({
    name: Type.Optional(FolderName),
    parent_folder_id: Type.Optional(Nullable(Id)),
    ...looks,
  }),
  answer: Folder,
  refuses: [
    'folder_not_found',
    'editor_required',
    'token_limited_to_apps',
    'folder_scope_mismatch',
    'folder_cycle',
    'folder_too_deep',
  ],
  example: { body: { name: 'Shop' }, answer: EXAMPLE_FOLDER },
})

export const deleteFolder = operation({
  name: 'folders.delete',
  summary: 'Delete a folder and its subfolders; the apps stay in the workspace',
  method: 'DELETE',
  path: '/api/app-folders/{folder_id}',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FolderPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: ['folder_not_found', 'editor_required', 'token_limited_to_apps'],
  example: { answer: { deleted: true } },
})

export const addFolderItems = operation({
  name: 'folders.add_items',
  summary: 'Put apps into a folder; an app is in one folder per scope, so it leaves the one it was in',
  method: 'POST',
  path: '/api/app-folders/{folder_id}/items',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FolderPath,
  body: Type.Object({ app_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  answer: Type.Object({ linked: Type.Integer(), folder_id: Id }),
  refuses: ['folder_not_found', 'editor_required', 'app_not_found'],
  example: {
    body: { app_ids: EXAMPLE_FOLDER.app_ids },
    answer: { linked: 1, folder_id: EXAMPLE_FOLDER.id },
  },
})

export const removeFolderItem = operation({
  name: 'folders.remove_item',
  summary: 'Remove an app from a folder; the app stays in the workspace',
  method: 'DELETE',
  path: '/api/app-folders/{folder_id}/items/{app_id}',
  credential: personal('full_access'),
  limit: perMinute(600, 'pool'),
  params: Type.Object({ folder_id: Id, app_id: Id }),
  answer: Type.Object({
    unlinked: Type.Literal(true, { description: 'True, also when the app was not in the folder' }),
    folder_id: Type.String({ description: 'The folder of the request' }),
    app_id: Type.String({ description: 'The app of the request' }),
  }),
  refuses: ['folder_not_found', 'editor_required'],
  example: {
    answer: { unlinked: true, folder_id: EXAMPLE_FOLDER.id, app_id: EXAMPLE_FOLDER.app_ids[0] },
  },
})
