/** What is kept of changes to records. */
import { ConfigError } from './config-error.ts'

const MOST_DAYS = 365

export const recordSettings = {
  RECORD_HISTORY_DAYS: {
    default: '30',
    meaning: 'Days for which changes that members make to records are kept; `0` keeps none',
  },
} as const

export interface RecordSettings {
  record_history_days: number
}

export function readRecordSettings(text: string | null): RecordSettings {
  const given = text ?? recordSettings.RECORD_HISTORY_DAYS.default
  if (!/^\d{1,3}$/.test(given) || Number(given) > MOST_DAYS)
    throw new ConfigError(`RECORD_HISTORY_DAYS=${given} is not a whole number from 0 to ${MOST_DAYS}.`)
  return { record_history_days: Number(given) }
}
