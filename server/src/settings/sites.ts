/** The setting of where the sites of apps are. */
import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'

export const siteSettings = {
  SITES_URL: {
    default: '',
    meaning:
      'Address of the sites of apps where they have an origin of their own, such as `https://sites.example.net`, or a host each with `https://*.sites.example.net`; its host is not that of BASE_URL and leads to this server too',
  },
} as const

export interface SiteSettings {
  /** Null: sites are at the public address, in a sandbox. */
  sites_url: string | null
}

export function readSiteSettings(
  text: string | null,
  { baseUrl, filesUrl }: { baseUrl: string; filesUrl: string | null },
): SiteSettings {
  if (text === null) return { sites_url: null }
  const wildcard = /^(https?:\/\/)\*\.(.+)$/.exec(text)
  const parsed = URL.parse(wildcard ? `${wildcard[1]}${wildcard[2]}` : text)
  const isOrigin = parsed && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
  // Below the address of a machine there are no names.
  const isName = !parsed?.hostname.includes('*') && !(wildcard && isIP(parsed?.hostname ?? ''))
  if (!isOrigin || !isName) {
    // Never repeated: it may hold a password.
    throw new ConfigError(
      'SITES_URL is not an http or https address with nothing behind its host and port, nor one whose host starts with *.',
    )
  }
  for (const other of [baseUrl, filesUrl]) {
    const host = other === null ? undefined : URL.parse(other)?.hostname
    // Another port would not do: browsers send cookies to every port of a host.
    const isShared = host === parsed.hostname || (wildcard && host?.endsWith(`.${parsed.hostname}`))
    if (isShared) {
      throw new ConfigError(
        `SITES_URL=${text} has the host of the public address or of FILES_URL; sites need one of their own.`,
      )
    }
  }
  return { sites_url: wildcard ? parsed.origin.replace('://', '://*.') : parsed.origin }
}
