/** The status of each refusal, for those that come over a socket, without one. The package has a table in its place. */
import { errors } from '@atrium/contract'

export const statuses: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(errors).map(([code, { status }]) => [code, status]),
)
