/** Folders: how a workspace, or one person, groups its apps. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import { addFolderItems } from './add-folder-items.ts'
import { folderArchive } from './archive.ts'
import { createFolder } from './create-folder.ts'
import { deleteAppData } from './delete-app-data.ts'
import { deleteFolder } from './delete-folder.ts'
import { listFolderTree } from './list-folder-tree.ts'
import { removeFolderItem } from './remove-folder-item.ts'
import { updateFolder } from './update-folder.ts'

export { appsInFolder } from './apps-in-folder.ts'
export { workspaceOfFolder } from './workspace-of-folder.ts'

export const folders = module<BaseDeps>('folders', {
  handlers: [
    handle(operations.folders.tree, listFolderTree),
    handle(operations.folders.create, createFolder),
    handle(operations.folders.update, updateFolder),
    handle(operations.folders.delete, deleteFolder),
    handle(operations.folders.add_items, addFolderItems),
    handle(operations.folders.remove_item, removeFolderItem),
  ],
  listeners: [deleteAppData],
  archive: folderArchive,
})
