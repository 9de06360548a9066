import { REALTIME_LIMITS, type RealtimeLimits } from '../platform/realtime/limits.ts'
import { ConfigError } from './config-error.ts'

const usual = Object.entries(REALTIME_LIMITS).map(([name, count]) => `${name}=${count}`)

export const realtimeSettings = {
  REALTIME_LIMITS: {
    default: usual.join(','),
    meaning: 'What listeners may take of one node; those that are left out stay as they are',
  },
} as const

export interface RealtimeSettings {
  realtime_limits: RealtimeLimits
}

export function readRealtimeSettings(text: string | null): RealtimeSettings {
  const limits = { ...REALTIME_LIMITS }
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [name = '', count = ''] = pair.split('=').map((part) => part.trim())
    if (!isLimit(name) || !/^[1-9]\d{0,6}$/.test(count))
      throw new ConfigError(`REALTIME_LIMITS=${pair} is not a limit such as ${usual[0]}.`)
    limits[name] = Number(count)
  }
  return { realtime_limits: limits }
}

function isLimit(name: string): name is keyof RealtimeLimits {
  return Object.hasOwn(REALTIME_LIMITS, name)
}
