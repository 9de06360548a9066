/** Results as archives bring them, also from elsewhere: what is missing in a finding is filled in, not refused. */
import { Nullable } from '@atrium/contract'
import { FINDING_GROUPS, findingGroups, ScanResult } from '@atrium/contract/scan-findings'
import { type Static, type TSchema, Type } from 'typebox'
import { Repair } from 'typebox/value'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import { onlyFields } from '../../platform/only-fields.ts'

/** A finding of which any field may be missing or null; what is there must fit. */
const itemOf = ({ properties }: { properties: Record<string, TSchema> }) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        Type.Optional('type' in schema && typeof schema.type === 'string' ? Nullable(schema) : schema),
      ]),
    ),
    { additionalProperties: true },
  )
const { core_integration_recommendation } = ScanResult.properties

export const ArchivedResult = Type.Object(
  {
    ...Object.fromEntries(
      FINDING_GROUPS.map((group) => [group, Type.Optional(Type.Array(itemOf(findingGroups[group])))]),
    ),
    analysis_summary: Type.Optional(Type.String()),
    core_integration_recommendation: Type.Optional(core_integration_recommendation),
    scanned_at: Type.Optional(ArchiveTime),
  },
  { additionalProperties: true },
)
type Given = Static<typeof ArchivedResult> & Record<string, unknown>

export function readResult(given: Given, now: Date): ScanResult {
  const groups = FINDING_GROUPS.map((group) => {
    const items = (given[group] ?? []) as object[]
    const unknown = onlyFields(UNKNOWN, Object.keys(findingGroups[group].properties))
    return [
      group,
      items.map((item, at) => ({ ...unknown, fingerprint: `${group} ${at}`, ...withoutNulls(item) })),
    ]
  })
  const whole = {
    ...{ analysis_summary: '', core_integration_recommendation: 'none', ...given },
    ...Object.fromEntries(groups),
    scanned_at: readTime(given.scanned_at ?? 'now', now).toISOString(),
  }
  return Repair(ScanResult, whole) as ScanResult // it fits then
}

/** Of findings that do not say. */
const UNKNOWN = {
  ...{ severity: 'info', confidence: 'low', exposure: 'config', issue: 'missing' },
  ...{
    current_rule: null,
    recommended_rule: null,
    fixed_version: null,
    cvss_score: null,
    current_value: null,
  },
}

/** Null stands for a field that is missing. */
function withoutNulls(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
}
