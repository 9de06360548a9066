/** The one translator from whatever was thrown to what a person reads. */
import { ApiError, ConnectionError } from '@atrium/sdk'
import { isRouteErrorResponse } from 'react-router'
import { ACCOUNT_WORDS } from './account-words.ts'
import { CODING_WORDS } from './coding-words.ts'
import { explainPasskey } from './passkey.ts'

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
    return explanation('Atrium does not answer', 'Check your connection, then try again.')
  }
  const passkey = explainPasskey(error)
  if (passkey !== null) return explanation('No passkey was used', passkey)
  if (isRouteErrorResponse(error) && error.status === 404) {
    return explanation(
      'Page not found',
      'This address leads nowhere. It may have moved, or you may lack access.',
    )
  }
  return explanation('Something went wrong', 'The console could not show this. Reload the page to try again.')
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
    const message = Object.keys(fields).length > 0 ? 'Correct the marked fields.' : error.message
    return { title: 'Some values were not accepted', message, request_id, fields }
  }
  return { title: titleOf(error), message: messageOf(error), request_id, fields: {} }
}

function titleOf({ status, code }: ApiError) {
  if (status === 401) return 'Sign-in failed'
  if (code === 'credits_exhausted') return 'No credits are left'
  if (code === 'payment_method_required') return 'A card is missing'
  if (code === 'ad_platform_unavailable') return 'The ad platform does not answer'
  if (code === 'forge_unavailable') return 'The forge does not answer'
  if (code === 'git_unavailable') return 'Repositories need git on this server'
  if (code === 'functions_unavailable') return 'Functions cannot run on this server'
  if (status === 402) return 'Your plan does not include this'
  if (status === 403) return 'You may not do this'
  if (status === 404) return 'Not found'
  if (status === 409) return 'This does not fit the current state'
  if (code === 'daily_quota_exceeded') return 'Used up for today'
  if (status === 429) return 'Too many requests'
  return status >= 500 ? 'Atrium has a problem' : 'The request was refused'
}

function messageOf({ status, code, message, retry_after }: ApiError) {
  // A day is too long to count in seconds; the server's sentence says until when.
  if (
    status === 429 &&
    code !== 'daily_quota_exceeded' &&
    code !== 'second_factor_locked' &&
    retry_after !== null
  )
    return `Wait ${retry_after} seconds, then try again.`
  // The server's sentences speak to API clients; these are the ones that would puzzle a person here.
  const plainer: Record<string, string> = {
    app_not_found: 'This app does not exist, or you have no access to it.',
    agent_not_found: 'This agent does not exist, or you have no access to it.',
    not_an_agent: 'This is an app, not an agent; it cannot be talked to.',
    webhook_not_found: 'This webhook was deleted.',
    delivery_not_found: 'This delivery is no longer kept.',
    message_not_found: 'This message was already deleted.',
    message_in_progress: 'The reply is still being made. Try again in a moment.',
    model_unavailable: 'The language model does not answer right now. Your message is kept.',
    entity_not_found: 'This entity was deleted.',
    record_not_found: 'This record was deleted, or you may not see it.',
    row_rule_refused: 'The rules of this entity do not let you do this with the record.',
    field_rule_refused: 'The rules of this entity do not let you write some of these fields.',
    function_not_found: 'This function was deleted.',
    functions_unavailable:
      'They need Deno. Run npm install in the folder of Atrium, which brings it along for Linux and macOS, and start Atrium again.',
    deployment_not_found: 'This deployment is no longer kept.',
    secret_not_found: 'This secret was already deleted.',
    workflow_not_found: 'This workflow does not exist, or it was archived.',
    run_not_found: 'This run is no longer kept.',
    run_not_failed: 'Only a run that failed can be explained.',
    step_not_found: 'This step does not wait for a decision any more.',
    not_an_approver: 'The workflow names others who decide this. Ask one of them.',
    workflow_changed: 'Somebody else saved another version while you were changing it.',
    run_finished: 'This run has ended already.',
    run_not_finished: 'This run has not ended yet. Wait for its end, or cancel it first.',
    flow_not_found: 'This test was deleted.',
    flow_running: 'This test is running already. Wait for its end, or cancel that run first.',
    flow_limit_reached: 'This app has 250 tests, which is the most. Delete some first.',
    no_start_address: 'The app has no site yet. Publish it, or give the test an address to begin at.',
    test_queue_full: 'Twenty runs of this app wait or run already. Try again when some have ended.',
    test_run_not_found: 'This run is no longer kept.',
    test_run_ended: 'This run has ended already.',
    test_run_unfinished: 'This run has not ended yet.',
    test_artifact_not_found: 'It is no longer kept: pictures and traces stay for 30 days.',
    recording_not_found: 'This recording has ended. Begin a new one.',
    recording_limit_reached: 'Ten recordings of this app are open. End one, or wait until they run out.',
    scan_not_found: 'This app was not scanned yet. Run a scan first.',
    finding_not_found: 'The latest scan does not have this finding any more. Reload the page.',
    scan_out_of_date:
      'The app changed since this was found. Nothing was changed; run a scan, then try again.',
    rule_needs_decision: 'No rule fits for certain. Decide it in the schema of the entity.',
    ...ACCOUNT_WORDS,
    ...CODING_WORDS,
    folder_not_found: 'This folder does not exist any more.',
    campaign_not_found: 'This campaign does not exist, or it belongs to another app.',
    ad_platform_unavailable: 'Nothing was changed. Try again in half a minute.',
    no_ads_account: 'The app has no advertising account yet. The first launch opens it.',
    workspace_not_found: 'This workspace does not exist, or you are not a member of it.',
    token_not_found: 'This token was already revoked.',
    cross_site_refused: 'The browser sent this from another site. Reload the page and try again.',
    internal_error: 'Something failed on the server. Try again, and report the request id if it stays.',
  }
  return plainer[code] ?? message
}

function fieldsOf(error: ApiError): Record<string, string> {
  const rows = error.fields.map(
    ({ loc, msg, type }) => [String(loc[1] ?? ''), FIELD_WORDS[type] ?? msg] as const,
  )
  return Object.fromEntries(rows.filter(([name]) => name !== ''))
}

/** The API names the rule that was broken; a person wants to know what to do. */
const FIELD_WORDS: Record<string, string> = {
  missing: 'This is needed.',
  string_too_short: 'This is needed.',
  string_too_long: 'This is too long.',
  string_pattern_mismatch: 'This does not have the expected form.',
}

function explanation(title: string, message: string): Explanation {
  return { title, message, request_id: null, fields: {} }
}
