/** What only those who listen need; loaded when the first of them does. */
import { ApiError } from './errors.ts'
import { statuses } from './refusal-statuses.ts'

export { io } from 'socket.io-client'

/** A refusal that came over the socket: a body without a status. */
export function refusalOf(body: Record<string, unknown>): ApiError {
  const code = String(body.code)
  const status = Object.hasOwn(statuses, code) ? statuses[code] : undefined
  return new ApiError(status ?? 403, new Headers(), body)
}
