import type { BaseDeps } from '../../tenancy/index.ts'

/** What the installation module needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  /** At most some seconds old, however many ask. */
  installationFacts(): Promise<InstallationFacts>
}

export interface InstallationFacts {
  version: string
  is_embedded: boolean
  database: { version: string; bytes: number; nodes: number; clock_ahead_ms: number }
  jobs: readonly { name: string; waiting: number; active: number; failed: number; due_since: Date | null }[]
  backups: {
    is_on: boolean
    completed_at: Date | null
    /** Since when one is missing. */
    overdue_since: Date | null
    verified_at: Date | null
    verification: 'passed' | 'failed' | null
  }
  /** Of where this node has its data; null when nobody knows. */
  free_share: number | null
  sends_mail: boolean
  /** Whether what people type travels readable over a network. */
  is_plain_http: boolean
  checked_at: Date
}
