/** What Google Ads answers, read without trusting its form: fields by path, and the errors of a refusal. */

export type Row = unknown

/** One error of a GoogleAdsFailure. */
export interface GoogleError {
  /** Such as CampaignError.DUPLICATE_CAMPAIGN_NAME. */
  code: string
  message: string
  /** Which operation of the request it is about; null: none in particular. */
  operation: number | null
  /** The last field on the way to what is wrong, in snake case; '' when it names none. */
  field: string
}

/** The value at a path such as `campaignBudget.amountMicros`. */
export function valueAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined
  }, row)
}

export function textAt(row: Row, path: string): string {
  const value = valueAt(row, path)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Whole numbers travel as texts, fractions as numbers; what was left out is 0. */
export function numberAt(row: Row, path: string): number {
  const value = Number(valueAt(row, path) ?? 0)
  return Number.isFinite(value) ? value : 0
}

export function listAt(row: Row, path: string): unknown[] {
  const value = valueAt(row, path)
  return Array.isArray(value) ? value : []
}

export function textsAt(row: Row, path: string): string[] {
  return listAt(row, path).filter((value) => typeof value === 'string')
}

/** The errors of a GoogleAdsFailure; none when the answer is no such thing. */
export function errorsOf(body: unknown): GoogleError[] {
  return listAt(body, 'error.details')
    .filter((detail) => textAt(detail, '@type').endsWith('.GoogleAdsFailure'))
    .flatMap((failure) => listAt(failure, 'errors'))
    .slice(0, MOST_ERRORS)
    .map(readError)
}

const MOST_ERRORS = 20

function readError(error: unknown): GoogleError {
  const [kind = 'unknownError', word] = Object.entries(valueAt(error, 'errorCode') ?? {})[0] ?? []
  const path = listAt(error, 'location.fieldPathElements').map((element) => ({
    name: snakeCase(textAt(element, 'fieldName')),
    index: numberAt(element, 'index'),
  }))
  const operation = path.find(({ name }) => name === 'mutate_operations' || name === 'operations')
  return {
    code: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}.${typeof word === 'string' ? word : 'UNKNOWN'}`,
    message: `${textAt(error, 'message') || 'It was refused without a reason.'}${leastBudget(error)}`,
    operation: operation?.index ?? null,
    field: path.at(-1)?.name ?? '',
  }
}

/** Of a budget that is too small the least that would do. */
function leastBudget(error: unknown): string {
  const details = valueAt(error, 'details.budgetPerDayMinimumErrorDetails')
  const least = textAt(details, 'minimumBudgetAmountMicros') || textAt(details, 'budgetPerDayMinimumMicros')
  return least === '' ? '' : ` At least ${least} micros of ${textAt(details, 'currencyCode')}.`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
