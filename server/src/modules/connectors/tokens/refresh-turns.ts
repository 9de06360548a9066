import type { SingleFlight } from '../../../platform/single-flight.ts'
import type { Credentials } from './sealed-credentials.ts'

/** Calls of this node that need the same token refreshed wait for one refresh together. */
export type RefreshTurns = SingleFlight<Credentials>
