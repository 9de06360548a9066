/** Changes of Google Ads that happen all together or not at all, each operation tied to the field of ours it is for. */
import type { GoogleError } from './google-answers.ts'
import { listAt, textAt, valueAt } from './google-answers.ts'
import type { GoogleRest } from './google-rest.ts'
import type { CampaignSettings, Done, Rejected, RejectionReason, Unavailable, Unknown } from './port.ts'

export interface Operation {
  /** Such as `campaignBudgetOperation`. */
  kind: string
  change: { create: object } | { update: object; updateMask: string } | { remove: string }
  /** Null: the error itself says what it is about. */
  field: keyof CampaignSettings | null
}

/** The names of what the operations made or changed, in their order. */
export type Mutated = Done<string[]> | Rejected | Unavailable | Unknown

export async function mutate(
  rest: GoogleRest,
  customerId: string,
  operations: readonly Operation[],
): Promise<Mutated> {
  const outcome = await rest.change(`customers/${customerId}/googleAds:mutate`, {
    mutateOperations: operations.map(({ kind, change }) => ({ [kind]: change })),
    partialFailure: false,
  })
  if (outcome.outcome === 'refused') return rejectedBy(outcome.errors, operations)
  if (outcome.outcome !== 'done') return outcome
  const names = listAt(outcome.value, 'mutateOperationResponses').map(resultName)
  if (names.length === operations.length && !names.includes('')) return { outcome: 'done', value: names }
  return { outcome: 'unknown', message: 'Google Ads answered something unreadable.' }
}

/** Each reason with the field that it is about. */
export function rejectedBy(
  errors: readonly GoogleError[],
  operations: readonly Pick<Operation, 'field'>[] = [],
): Rejected {
  const reasons = errors.map(({ code, message, operation, field }): RejectionReason => {
    const named = FIELDS_BY_CODE[code] ?? operations[operation ?? -1]?.field ?? FIELDS[field]
    return { code, message, ...(named !== undefined && { field: named }) }
  })
  return { outcome: 'rejected', reasons }
}

export function hasCode(
  outcome: { outcome: string; reasons?: readonly RejectionReason[] },
  codes: RegExp,
): boolean {
  return outcome.outcome === 'rejected' && outcome.reasons?.some(({ code }) => codes.test(code)) === true
}

/** By value: the names of those that are gone, and the values that are new. */
export function difference(known: ReadonlyMap<string, string>, wanted: readonly string[]) {
  return {
    gone: [...known].filter(([value]) => !wanted.includes(value)).map(([, name]) => name),
    added: [...new Set(wanted)].filter((value) => !known.has(value)),
  }
}

/** Google's names of what we call otherwise, or the same. */
const FIELDS: Record<string, string> = {
  name: 'name',
  descriptive_name: 'name',
  currency_code: 'currency_code',
  time_zone: 'time_zone',
  contains_eu_political_advertising: 'contains_eu_political_advertising',
}
const FIELDS_BY_CODE: Record<string, string> = {
  'MutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED': 'contains_eu_political_advertising',
}

/** `{campaignResult: {resourceName}}`, whatever the kind. */
function resultName(response: unknown): string {
  const result = Object.values(Object(response))[0]
  return textAt(result, 'resourceName') || textAt(valueAt(result, 'asset'), 'resourceName')
}
