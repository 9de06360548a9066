/** Everything of tenancy that an archive brings in and takes out. */
import type { Collection } from '../platform/archive/collection.ts'
import { appUserArchive } from './app-users/archive.ts'
import { apps } from './archive/apps.ts'
import { collaborators } from './archive/collaborators.ts'
import { credentials } from './archive/credentials.ts'
import { members } from './archive/members.ts'
import { users } from './archive/users.ts'
import { workspaces } from './archive/workspaces.ts'

export const tenancyArchive: readonly Collection[] = [
  users,
  workspaces,
  members,
  apps,
  collaborators,
  ...appUserArchive,
  credentials,
]
