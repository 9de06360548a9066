/** Everything of tenancy that an archive brings in and takes out. */
import type { Collection } from '../platform/archive/collection.ts'
import { appUserArchive } from './app-users/archive.ts'
import { appArchive } from './archive/apps.ts'
import { collaboratorArchive } from './archive/collaborators.ts'
import { credentialArchive } from './archive/credentials.ts'
import { memberArchive } from './archive/members.ts'
import { serviceAccountArchive } from './archive/service-accounts.ts'
import { userArchive } from './archive/users.ts'
import { workspaceArchive } from './archive/workspaces.ts'

export const tenancyArchive: readonly Collection[] = [
  userArchive,
  workspaceArchive,
  memberArchive,
  serviceAccountArchive,
  appArchive,
  collaboratorArchive,
  ...appUserArchive,
  credentialArchive,
]
