import * as oauth from 'oauth4webapi'
import { oneLine } from '../../platform/text/one-line.ts'
import { Unreachable } from './guarded-fetch.ts'
import type { Failed, FailureReason } from './port.ts'

/** What a check of ours found. */
export class Unproved extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Nothing that a provider does is an error of ours; what is none of the library's is thrown on. */
export function failureOf(error: unknown): Failed {
  if (error instanceof Unproved) return { kind: 'failed', reason: error.reason, message: error.message }
  if (error instanceof Unreachable) return failed(error.message)
  if (error instanceof oauth.AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'refused' : 'provider_failed'
    return { kind: 'failed', reason, message: `The provider said ${plain(error.error)}.` }
  }
  if (error instanceof oauth.ResponseBodyError) return failed(`The provider said ${plain(error.error)}.`)
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return failed('The provider does not take the client id and secret, or its own token.')
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return failed(`What the provider answered was refused: ${oneLine(error.message, 200)}.`)
  }
  // The library throws this for answers whose parts have another type than they must.
  if (error instanceof TypeError && 'code' in error) {
    return failed(`What the provider answered was refused: ${oneLine(error.message, 200)}.`)
  }
  throw error
}

function failed(message: string): Failed {
  return { kind: 'failed', reason: 'provider_failed', message }
}

function plain(code: string): string {
  return oneLine(code, 80).replaceAll(/[^\w .-]/g, '')
}
