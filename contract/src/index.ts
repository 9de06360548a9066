import {
  createApp,
  deleteApp,
  listApps,
  listCollaborators,
  readApp,
  removeCollaborator,
  setCollaborator,
  updateApp,
} from './apps.ts'
import { listAudit } from './audit.ts'
import {
  addFolderItems,
  createFolder,
  deleteFolder,
  listFolderTree,
  removeFolderItem,
  updateFolder,
} from './folders.ts'
import { listMembers } from './members.ts'
import type { Operation } from './operation.ts'
import { createSession, deleteSession, listWorkspaces, readSession } from './session.ts'
import { createApiKey, createToken, listTokens, revokeToken } from './tokens.ts'

/** The whole API: area, verb, operation. The names are those of the SDK, the CLI and the tests. */
export const operations = {
  session: { create: createSession, read: readSession, delete: deleteSession },
  workspaces: { list: listWorkspaces },
  tokens: { create: createToken, list: listTokens, revoke: revokeToken },
  api_keys: { create: createApiKey },
  members: { list: listMembers },
  apps: { list: listApps, create: createApp, read: readApp, update: updateApp, delete: deleteApp },
  collaborators: { list: listCollaborators, set: setCollaborator, remove: removeCollaborator },
  audit: { list: listAudit },
  folders: {
    tree: listFolderTree,
    create: createFolder,
    update: updateFolder,
    delete: deleteFolder,
    add_items: addFolderItems,
    remove_item: removeFolderItem,
  },
} as const

/** The version that the machine-readable description carries. */
export const API_VERSION = '1.0.0'

export type Operations = typeof operations

/** Every operation in one flat list, in the order of the table above. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((area) =>
  Object.values(area as Record<string, Operation>),
)

export * from './errors.ts'
export * from './events.ts'
export * from './operation.ts'
export * from './shared.ts'
