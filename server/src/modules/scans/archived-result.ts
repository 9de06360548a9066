/** Results as archives bring them, also from elsewhere: what is missing in a finding is filled in, not refused. */
import { FINDING_GROUPS, ScanResult } from '@atrium/contract/scan-findings'
import { type Static, Type } from 'typebox'
import { Repair } from 'typebox/value'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'

const Item = Type.Object({ fingerprint: Type.Optional(Type.String()) }, { additionalProperties: true })
const { core_integration_recommendation } = ScanResult.properties

export const ArchivedResult = Type.Object(
  {
    ...Object.fromEntries(FINDING_GROUPS.map((group) => [group, Type.Optional(Type.Array(Item))])),
    analysis_summary: Type.Optional(Type.String()),
    core_integration_recommendation: Type.Optional(core_integration_recommendation),
    scanned_at: Type.Optional(ArchiveTime),
  },
  { additionalProperties: true },
)
type Given = Static<typeof ArchivedResult> & Record<string, unknown>

export function readResult(given: Given, now: Date): ScanResult {
  const groups = FINDING_GROUPS.map((group) => {
    const items = (given[group] ?? []) as Static<typeof Item>[]
    return [group, items.map((item, at) => ({ ...UNKNOWN, fingerprint: `${group} ${at}`, ...item }))]
  })
  const whole = {
    ...{ analysis_summary: '', core_integration_recommendation: 'none', ...given },
    ...Object.fromEntries(groups),
    scanned_at: readTime(given.scanned_at ?? 'now', now).toISOString(),
  }
  return Repair(ScanResult, whole) as ScanResult // it fits then
}

/** Of findings that do not say. */
const UNKNOWN = { severity: 'info', confidence: 'low', current_rule: null, recommended_rule: null }
