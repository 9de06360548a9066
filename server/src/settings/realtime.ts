import { REALTIME_LIMITS, type RealtimeLimits } from '../platform/realtime/limits.ts'
import { readLimits, writeLimits } from './read-limits.ts'

export const realtimeSettings = {
  REALTIME_LIMITS: {
    default: writeLimits(REALTIME_LIMITS),
    meaning: 'What listeners may take of one node; those that are left out stay as they are',
  },
} as const

export interface RealtimeSettings {
  realtime_limits: RealtimeLimits
}

export function readRealtimeSettings(text: string | null): RealtimeSettings {
  return { realtime_limits: readLimits('REALTIME_LIMITS', REALTIME_LIMITS, text) }
}
