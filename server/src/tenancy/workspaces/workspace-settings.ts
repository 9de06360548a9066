/** The settings of a workspace that the installation decides: plan, limits, quotas, billing. */
import { createHash } from 'node:crypto'
import { allOperations } from '@atrium/contract'
import type { InstallationWorkspace, WorkspaceChange } from '@atrium/contract/installation-workspaces'
import { QUOTA_NAMES } from '../quotas/usual-quotas.ts'

const FIELDS = [
  'plan',
  'monthly_limit',
  'billing_hold',
  'billing_country',
  'payment_method',
  'rate_limits',
  'quotas',
] as const
type Field = (typeof FIELDS)[number]
type AmountField = 'rate_limits' | 'quotas'

export type WorkspaceSettings = Pick<InstallationWorkspace, Field>

/** The names of each field of amounts. A limit of a workspace counts where the caller is known. */
const NAMES: Record<AmountField, ReadonlySet<string>> = {
  rate_limits: new Set(
    allOperations.flatMap(({ name, limit, credential }) => (limit && credential ? [name] : [])),
  ),
  quotas: new Set(QUOTA_NAMES),
}

/** The first name of the change that is no operation with a limit, or no quota; null when all are known. */
export function unknownName(change: WorkspaceChange): { field: AmountField; name: string } | null {
  for (const field of ['rate_limits', 'quotas'] as const) {
    const name = Object.keys(change[field] ?? {}).find((one) => !NAMES[field].has(one))
    if (name !== undefined) return { field, name }
  }
  return null
}

/** Why a name was refused, as a sentence without its end. */
export const WRONG_NAME: Record<AmountField, string> = {
  rate_limits: 'is no operation with a rate limit',
  quotas: 'is no quota',
}

export function changedSettings(before: WorkspaceSettings, change: WorkspaceChange): WorkspaceSettings {
  const { rate_limits, quotas, ...rest } = change
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...given,
    rate_limits: withAmounts(before.rate_limits, rate_limits),
    quotas: withAmounts(before.quotas, quotas),
  }
}

/** Null takes an amount back to its default. */
function withAmounts(before: Record<string, number>, change: Record<string, number | null> = {}) {
  const entries = Object.entries({ ...before, ...change })
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => entry[1] !== null))
}

/** What changed with its former value, for the audit log; of limits and quotas only those that did. */
export function settingsDifference(
  before: WorkspaceSettings,
  after: WorkspaceSettings,
): Record<string, unknown> {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, unknown][] => {
      const [from, to] = [before[field], after[field]]
      if (field !== 'rate_limits' && field !== 'quotas')
        return from === to
          ? []
          : [
              [field, to],
              [`${field}_before`, from],
            ]
      const amounts = [before[field], after[field]] as const
      const names = Object.keys({ ...amounts[0], ...amounts[1] }).filter(
        (name) => amounts[0][name] !== amounts[1][name],
      )
      const of = (values: Record<string, number>) =>
        Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
      return names.length === 0
        ? []
        : [
            [field, of(amounts[1])],
            [`${field}_before`, of(amounts[0])],
          ]
    }),
  )
}

/** Equal for equal settings, in whatever order the database has their names. */
export function versionOfSettings(settings: WorkspaceSettings): string {
  const values = FIELDS.map((field) => {
    const value = settings[field]
    return typeof value === 'object' && value !== null ? Object.entries(value).sort() : value
  })
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
}
