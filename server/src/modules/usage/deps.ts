import type { BaseDeps, Quotas } from '../../tenancy/index.ts'

/** What usage needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  usageSources: UsageSources
  filesPerAppBytes: number
}

export type AppMeter = 'records' | 'record_bytes' | 'file_bytes' | 'events' | 'anonymous_events'

/** What modules count of an app; what is left out is nothing. */
export interface AppUse {
  app_id: string
  used: Partial<Record<AppMeter, number>>
}

export interface WorkspaceUse {
  total: Partial<Record<AppMeter, number>>
  /** Those that have the most of something. */
  apps: AppUse[]
}

export interface UsageSources {
  quotas: Quotas
  count(workspaceId: string, day: string, most: number): Promise<WorkspaceUse>
  /** Of the language model, since this moment. */
  countModel(workspaceId: string, since: Date): Promise<{ tokens: number; cost_micros: number }>
}
