import type { Collection } from '../../../platform/archive/collection.ts'

export const repositoryArchive: readonly Collection[] = []
