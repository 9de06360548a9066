import type { BaseDeps } from '../../tenancy/index.ts'

/** What backups need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  backups: Backups
}

export interface Backups {
  /** Takes one to where the settings say, and removes old ones. */
  take(signal: AbortSignal): Promise<void>
  /** Verifies the newest one, unless that was done already. */
  verify(signal: AbortSignal): Promise<void>
}
