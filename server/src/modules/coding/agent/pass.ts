import type { SessionRow } from '../tables.ts'
import type { Stage } from './failure-of.ts'
import type { WorkPlace } from './work/work-place.ts'

/** A session while a worker has it. */
export type HeldSession = SessionRow & { worker: string }

/** One time that a session is carried out; what is known of it, also when it breaks off. */
export interface Pass {
  readonly session: HeldSession
  readonly signal: AbortSignal
  place: WorkPlace | null
  stage: Stage
}
