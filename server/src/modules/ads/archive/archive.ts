import type { Collection } from '../../../platform/archive/collection.ts'
import { accountArchive } from './account-archive.ts'
import { campaignArchive } from './campaign-archive.ts'
import { mappingArchive } from './mapping-archive.ts'
import type { PlatformArchive } from './platform-archive.ts'

export type { PlatformArchive } from './platform-archive.ts'

export function adArchive({ adSandbox }: { adSandbox: PlatformArchive }): readonly Collection[] {
  return [accountArchive(adSandbox), campaignArchive(adSandbox), mappingArchive]
}
