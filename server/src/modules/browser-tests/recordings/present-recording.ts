import type { RecordingRow } from '../tables.ts'
import { recordedSteps } from './steps-of-recording.ts'

export function presentRecording({ id, status, actions, created_date, expires_at }: RecordingRow) {
  return {
    ...{ id, status, ...recordedSteps(actions) },
    created_date: created_date.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}
