import type { Collection } from '../../../platform/archive/collection.ts'

export const sessionArchive: readonly Collection[] = []
