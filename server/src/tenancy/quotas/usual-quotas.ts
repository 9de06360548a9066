import { QUOTA_NAMES } from '@atrium/contract/installation-workspaces'

export { QUOTA_NAMES }
export type QuotaName = (typeof QUOTA_NAMES)[number]
export type QuotaLimits = { [Name in QuotaName]: number }

/** How much an app, and all apps of a workspace together, may have. */
export const QUOTAS: Readonly<QuotaLimits> = {
  'app.records': 1_000_000,
  'app.record_bytes': 5 * 2 ** 30,
  'app.events_a_day': 1_000_000,
  'app.anonymous_events_a_day': 100_000,
  'app.anonymous_records_a_day': 20_000,
  'app.anonymous_record_bytes_a_day': 200 * 2 ** 20,
  /** Of one address in one app. */
  'address.anonymous_records_a_day': 2_000,
  'address.anonymous_record_bytes_a_day': 20 * 2 ** 20,
  'workspace.records': 5_000_000,
  'workspace.record_bytes': 20 * 2 ** 30,
  'workspace.events_a_day': 5_000_000,
  'workspace.model_tokens_a_day': 10_000_000,
  /** In hundredths of the currency of `LLM_PRICES`. */
  'workspace.model_cents_a_day': 10_000,
}

export type Used = Partial<QuotaLimits>

/** The quotas that this is as much as, or more. */
export function reached(used: Used, limits: QuotaLimits): QuotaName[] {
  return QUOTA_NAMES.filter((name) => (used[name] ?? -1) >= limits[name])
}
