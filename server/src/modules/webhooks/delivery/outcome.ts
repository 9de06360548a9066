import type { AttemptRow } from '../tables.ts'

/** What came of one attempt, ready to be written. */
export interface Outcome extends Omit<AttemptRow, 'trigger' | 'outcome' | 'started_at'> {
  seq: number
  lane: number
  claim_id: string
  epoch: number
  ok: boolean
  started_at: string
  /** Seconds until the next try; null when there is none. */
  retry_seconds: number | null
  is_slow: boolean
}

/** How a webhook stands after its outcomes were written. */
export interface Health {
  webhook_id: string
  epoch: number
  /** Moves with every change, so that a lane does not go on with an old address or secret. */
  updated_date: Date
  /** Whether one of these outcomes was the one that turned it off. */
  turned_off: boolean
  /** Outcomes that changed nothing: their lane was no longer ours, or the batch had been written before. */
  lost: number
}
