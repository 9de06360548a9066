/** The one translator from whatever was thrown to what a person reads. */
import { ApiError, ConnectionError } from '@atrium/sdk'
import { isRouteErrorResponse } from 'react-router'
import { errorWords as words } from './error-words.ts'
import { fill } from './language/fill.ts'
import { explainPasskey } from './passkey.ts'
import { refusalWords } from './refusal-words.ts'

export interface Explanation {
  title: string
  message: string
  request_id: string | null
  /** Of a refused form: the reason by field name, as its last path segment. */
  fields: Record<string, string>
}

export function explainError(error: unknown): Explanation {
  if (error instanceof ApiError) return explainRefusal(error)
  if (isUnreachable(error)) {
    return explanation(words.unreachable, words.checkConnection)
  }
  const passkey = explainPasskey(error)
  if (passkey !== null) return explanation(words.noPasskey, passkey)
  if (isRouteErrorResponse(error) && error.status === 404) {
    return explanation(words.pageNotFound, words.leadsNowhere)
  }
  return explanation(words.wentWrong, words.reload)
}

/** The session ended or never was. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !OF_SIGN_IN.has(error.code)
}

/** A sign-in that was refused ends no session. */
const OF_SIGN_IN = new Set([
  'invalid_login',
  'second_factor_required',
  'invalid_second_factor',
  'invalid_passkey',
])

/** No answer came, or a part of the console could not be loaded. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof TypeError && MODULE_FAILED.test(error.message))
}

/** In the words of each browser. */
const MODULE_FAILED = /dynamically imported module|importing a module script failed|module script failed/i

export function isMissing(error: unknown): boolean {
  const refused = error instanceof ApiError || isRouteErrorResponse(error)
  return refused && error.status === 404
}

function explainRefusal(error: ApiError): Explanation {
  const { status, request_id } = error
  if (status === 422) {
    const fields = fieldsOf(error)
    const message = Object.keys(fields).length > 0 ? words.correctMarked : error.message
    return { title: words.notAccepted, message, request_id, fields }
  }
  return { title: titleOf(error), message: messageOf(error), request_id, fields: {} }
}

function titleOf({ status, code }: ApiError) {
  if (status === 401) return words.signInFailed
  if (code === 'credits_exhausted') return words.noCredits
  if (code === 'payment_method_required') return words.cardMissing
  if (code === 'ad_platform_unavailable') return words.adPlatformSilent
  if (code === 'forge_unavailable') return words.forgeSilent
  if (code === 'git_unavailable') return words.gitMissing
  if (code === 'functions_unavailable') return words.functionsOff
  if (status === 402) return words.notInPlan
  if (status === 403) return words.mayNot
  if (status === 404) return words.notFound
  if (status === 409) return words.doesNotFit
  if (code === 'daily_quota_exceeded') return words.usedUpToday
  if (status === 429) return words.tooManyRequests
  return status >= 500 ? words.serverProblem : words.refused
}

function messageOf({ status, code, message, retry_after }: ApiError) {
  // A day is too long to count in seconds; the server's sentence says until when.
  if (
    status === 429 &&
    code !== 'daily_quota_exceeded' &&
    code !== 'second_factor_locked' &&
    retry_after !== null
  )
    return fill(words.waitSeconds, { seconds: retry_after })
  return refusalWords[code] ?? message
}

function fieldsOf(error: ApiError): Record<string, string> {
  const rows = error.fields.map(
    ({ loc, msg, type }) => [String(loc[1] ?? ''), FIELD_WORDS[type] ?? msg] as const,
  )
  return Object.fromEntries(rows.filter(([name]) => name !== ''))
}

/** The API names the rule that was broken; a person wants to know what to do. */
const FIELD_WORDS: Record<string, string> = {
  missing: words.needed,
  string_too_short: words.needed,
  string_too_long: words.tooLong,
  string_pattern_mismatch: words.otherForm,
  password_too_common: words.tooCommon,
}

function explanation(title: string, message: string): Explanation {
  return { title, message, request_id: null, fields: {} }
}
