import type { Db } from '../../platform/database/db.ts'
import type { AdPlatform } from '../../ports/ad-platform/port.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { Payments } from '../../ports/payments/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { Locations } from './locations/locations.ts'

/** What advertising needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  locations: Locations
  adPlatform: AdPlatform
  payments: Payments
  languageModel: LanguageModel
  appSource: AppSource
  /** Counts a report that had to do without the search terms of a campaign type. */
  reportMissingTerms(campaignType: string): void
  appFiles: AppFiles
  /** What this installation is called besides, for themes that must not name it. */
  platformNames: readonly string[]
  /** The public address, for links. */
  baseUrl(): string
  /** Where files are read: an origin of their own, or the public address. */
  filesUrl(): string
}

/** Public files of apps, for images that are made here; another part stores them, and `deps.ts` passes it. */
export interface AppFiles {
  /**
   * Returns its id and its path below the public address. Refuses when the app has no room left. `alsoStore` runs in the
   * transaction from which on the file is there.
   */
  store(
    file: {
      app_id: string
      name: string
      content_type: string
      bytes: Uint8Array
      created_by: string | null
    },
    alsoStore: (tx: Db, kept: { id: string; path: string }) => Promise<void>,
  ): Promise<{ id: string; path: string }>
  remove(tx: Db, appId: string, ids: readonly string[]): Promise<void>
}

/** The code of apps, in which tracking is looked for; another part keeps it, and `deps.ts` passes it. */
export interface AppSource {
  /** Moves with every change; 0 when there was never a file. */
  revision(appId: string): Promise<number>
  /** By path. */
  files(appId: string): AsyncIterable<{ path: string; size: number; read(): Promise<Uint8Array> }>
}
