/** What a refused launch means for the wizard: where to mend it, or why nothing more is to be done. */
import { ApiError, ConnectionError } from '@atrium/sdk'
import { explainError } from '../../../explain-error.ts'
import { fill } from '../../../language/fill.ts'
import { type Faults, STEPS, type Step } from './launch-draft.ts'
import { words } from './words.ts'

export type LaunchRefusal =
  /** It can be mended in the wizard; `step` is the first that has a fault. */
  | { kind: 'mend'; step: Step; faults: Faults; message: string }
  /** It was sent, and what became of it is not known. */
  | { kind: 'unknown' }
  /** This draft is a campaign already. */
  | { kind: 'launched'; campaign_id: string | null }
  /** Nothing was sent, for a reason outside the wizard. */
  | { kind: 'stopped'; title: string; message: string }

export function readRefusal(error: unknown): LaunchRefusal {
  // No answer of ours is no answer of the platform's either: the launch may be on its way.
  if (error instanceof ConnectionError) return { kind: 'unknown' }
  if (!(error instanceof ApiError)) return stoppedBy(error)
  const { code } = error
  if (code === 'outcome_unknown' || code === 'launch_in_progress') return { kind: 'unknown' }
  if (code === 'already_launched') return { kind: 'launched', campaign_id: textIn(error.body, 'campaign_id') }
  const faults = { ...fieldFaults(error), ...reasonFaults(error) }
  const own = FIELD_OF_CODE[code]
  if (own) faults[own] = error.message
  const step = STEPS.find((each) => FIELDS_OF_STEP[each].some((field) => field in faults))
  if (step) return { kind: 'mend', step, faults, message: messageOf(error) }
  return stoppedBy(error)
}

const FIELD_OF_CODE: Record<string, string> = {
  campaign_type_not_available: 'campaign_type',
  logo_required: 'logo_url',
  business_name_too_long: 'business_name',
  budget_out_of_range: 'daily_budget_micros',
  eu_political_declaration_required: 'contains_eu_political_advertising',
}

const FIELDS_OF_STEP: Record<Step, readonly string[]> = {
  type: ['campaign_type'],
  business: [
    'campaign_name',
    'business_name',
    'business_description',
    'landing_page',
    'logo_url',
    'language_code',
    'phone_number',
    'phone_country_code',
    'keyword_themes',
    'search_themes',
    'headlines',
    'long_headlines',
    'descriptions',
  ],
  places: ['geo_targets'],
  budget: ['daily_budget_micros'],
  eu: ['contains_eu_political_advertising'],
  review: ['timezone'],
}

/** The platform calls some things by names of its own. */
const PLATFORM_FIELDS: Record<string, string> = { name: 'campaign_name' }

/** Rows of a 422: `body`, `campaign`, then the field; the time zone stands next to the campaign. */
function fieldFaults({ fields }: ApiError): Faults {
  return Object.fromEntries(
    fields.map(({ loc, msg }) => [String(loc[1] === 'campaign' ? (loc[2] ?? '') : (loc[1] ?? '')), msg]),
  )
}

/** What the platform said of single fields. */
function reasonFaults(error: ApiError): Faults {
  const named = reasonsOf(error).filter(({ field }) => field !== null)
  return Object.fromEntries(
    named.map(({ field, message }) => [PLATFORM_FIELDS[field ?? ''] ?? field, message]),
  )
}

function messageOf(error: ApiError): string {
  if (error.status === 422) return words.correctTheMarkedFields
  if (error.code !== 'rejected_by_platform') return error.message
  const account = isObject(error.body) && error.body.account_created === true
  const said = reasonsOf(error).map(({ message }) => message)
  return [
    fill(words.theAdPlatformRefusedThe, { more: said.length > 0 ? `: ${said.join(' ')}` : '.' }),
    ...(account ? [words.theAdvertisingAccountWas] : []),
  ].join(' ')
}

function stoppedBy(error: unknown): LaunchRefusal {
  if (error instanceof ApiError && error.code === 'rejected_by_platform') {
    return { kind: 'stopped', title: words.theAdPlatformRefusedTheCampaign, message: messageOf(error) }
  }
  const own = error instanceof ApiError ? STOPPED[error.code] : undefined
  if (own) return { kind: 'stopped', ...own }
  const { title, message, request_id } = explainError(error)
  return {
    kind: 'stopped',
    title,
    message: request_id ? fill(words.messageRequestRequestId, { message, requestId: request_id }) : message,
  }
}

const STOPPED: Record<string, { title: string; message: string }> = {
  payment_method_required: {
    title: words.aCardIsMissing,
    message: words.nothingWasLaunchedAn,
  },
  payment_provider_unavailable: {
    title: words.theCardCannotBe,
    message: words.nothingWasLaunchedBecause,
  },
  ad_platform_unavailable: {
    title: words.theAdPlatformCannot,
    message: words.nothingWasLaunchedAnd,
  },
  billing_hold: {
    title: words.advertisingIsOnHold2,
    message: words.nothingWasLaunchedAPayment,
  },
  account_suspended: {
    title: words.theAdPlatformHasStopped,
    message: words.nothingWasLaunchedSettle,
  },
  campaign_limit_reached: {
    title: words.thereAreAsMany,
    message: words.nothingWasLaunchedDelete,
  },
}

interface Reason {
  message: string
  field: string | null
}

/** `reasons` of a rejection. */
export function reasonsOf({ body }: ApiError): Reason[] {
  const rows = isObject(body) && Array.isArray(body.reasons) ? body.reasons : []
  return rows.flatMap((row): Reason[] =>
    isObject(row) && typeof row.message === 'string'
      ? [{ message: row.message, field: textIn(row, 'field') }]
      : [],
  )
}

function textIn(body: unknown, name: string): string | null {
  const value = isObject(body) ? body[name] : null
  return typeof value === 'string' ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
