/** The settings of who runs advertising. */

import { isTimeZone } from '../platform/time/local-days.ts'
import { ConfigError } from './config-error.ts'

export const adPlatformSettings = {
  AD_PLATFORM: {
    default: 'sandbox',
    meaning: 'Who runs advertising: `sandbox` (shows ads to nobody and charges nothing) or `google`',
  },
  GOOGLE_ADS_CLIENT_ID: { default: '', meaning: 'OAuth client of the operator’s Google Cloud project' },
  GOOGLE_ADS_CLIENT_SECRET: { default: '', meaning: 'Its secret' },
  GOOGLE_ADS_REFRESH_TOKEN: {
    default: '',
    meaning: 'Of somebody who may administer the manager account, with the scope `adwords`',
  },
  GOOGLE_ADS_MANAGER_ID: {
    default: '',
    meaning: 'The manager account under which accounts of apps are opened, such as 123-456-7890',
  },
  GOOGLE_ADS_DEVELOPER_TOKEN: {
    default: '',
    meaning: 'Sent along if there is one; Google no longer asks for it',
  },
  GOOGLE_ADS_BASE_URL: {
    default: 'https://googleads.googleapis.com/v26',
    meaning: 'Where its API answers, with the version',
  },
  GOOGLE_ADS_TOKEN_URL: {
    default: 'https://oauth2.googleapis.com/token',
    meaning: 'Where the refresh token is exchanged',
  },
  GOOGLE_ADS_UTC_ZONE: {
    default: 'Africa/Abidjan',
    meaning: 'Which time zone accounts in UTC get there; one that is UTC all year',
  },
} as const

export interface AdPlatformSettings {
  /** Null: the sandbox. */
  google_ads: GoogleAdsSettings | null
}

export interface GoogleAdsSettings {
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string
  managerId: string
  developerToken: string | null
  utcZone: string
}

type Name = keyof typeof adPlatformSettings
type Read = (name: Name) => string | null

export function readAdPlatformSettings(read: Read): AdPlatformSettings {
  const kind = read('AD_PLATFORM') ?? adPlatformSettings.AD_PLATFORM.default
  if (kind !== 'sandbox' && kind !== 'google') {
    throw new ConfigError(`AD_PLATFORM=${kind} is not known; use one of sandbox, google.`)
  }
  // Wrong values are reported also while they are not used.
  const addresses = {
    baseUrl: address(read, 'GOOGLE_ADS_BASE_URL'),
    tokenUrl: address(read, 'GOOGLE_ADS_TOKEN_URL'),
  }
  const managerId = manager(read('GOOGLE_ADS_MANAGER_ID'))
  const utcZone = zone(read('GOOGLE_ADS_UTC_ZONE') ?? adPlatformSettings.GOOGLE_ADS_UTC_ZONE.default)
  const developerToken = secret(read, 'GOOGLE_ADS_DEVELOPER_TOKEN')
  const [clientId, clientSecret, refreshToken] = [
    secret(read, 'GOOGLE_ADS_CLIENT_ID'),
    secret(read, 'GOOGLE_ADS_CLIENT_SECRET'),
    secret(read, 'GOOGLE_ADS_REFRESH_TOKEN'),
  ]
  if (kind === 'sandbox') return { google_ads: null }
  if (clientId === null || clientSecret === null || refreshToken === null || managerId === null) {
    throw new ConfigError(
      'AD_PLATFORM=google needs GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET, GOOGLE_ADS_REFRESH_TOKEN and GOOGLE_ADS_MANAGER_ID.',
    )
  }
  const credentials = { clientId, clientSecret, refreshToken, developerToken }
  return { google_ads: { ...addresses, ...credentials, managerId, utcZone } }
}

function address(read: Read, name: 'GOOGLE_ADS_BASE_URL' | 'GOOGLE_ADS_TOKEN_URL'): string {
  const text = read(name) ?? adPlatformSettings[name].default
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError(`${name} is not an http or https address without a name or password in it.`)
  }
  return text.replace(/\/+$/, '')
}

/** As people copy it from the page, or without the dashes. */
function manager(text: string | null): string | null {
  if (text === null) return null
  const digits = text.replaceAll('-', '')
  if (!/^\d{10}$/.test(digits)) {
    throw new ConfigError(`GOOGLE_ADS_MANAGER_ID=${text} is not an account such as 123-456-7890.`)
  }
  return digits
}

function zone(text: string): string {
  if (!isTimeZone(text)) throw new ConfigError(`GOOGLE_ADS_UTC_ZONE=${text} is not a time zone.`)
  return text
}

/** Part of headers and forms; never repeated. */
function secret(read: Read, name: Name): string | null {
  const text = read(name)
  if (text !== null && !/^[!-~]+$/.test(text))
    throw new ConfigError(`${name} has signs that no such value has.`)
  return text
}
