import { QUOTAS, type QuotaLimits } from '../tenancy/quotas/usual-quotas.ts'
import { ConfigError } from './config-error.ts'

const usual = Object.entries(QUOTAS).map(([name, count]) => `${name}=${count}`)

export const quotaSettings = {
  QUOTAS: {
    default: usual.join(','),
    meaning:
      'How much apps and workspaces may have; those that are left out stay as they are. `off` for no quotas',
  },
} as const

export interface QuotaSettings {
  quotas: QuotaLimits | null
}

export function readQuotaSettings(text: string | null): QuotaSettings {
  if (text === 'off') return { quotas: null }
  const quotas: QuotaLimits = { ...QUOTAS }
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [name = '', count = ''] = pair.split('=').map((part) => part.trim())
    if (!isQuota(name) || !/^\d{1,15}$/.test(count))
      throw new ConfigError(`QUOTAS=${pair} is not a quota such as ${usual[0]}.`)
    quotas[name] = Number(count)
  }
  return { quotas }
}

function isQuota(name: string): name is keyof QuotaLimits {
  return Object.hasOwn(QUOTAS, name)
}
