import type { Collection } from '../../platform/archive/collection.ts'
import { repositoryArchive } from './repository/repository-archive.ts'
import { sessionArchive } from './sessions/session-archive.ts'

export const codingArchive: readonly Collection[] = [...repositoryArchive, ...sessionArchive]
