import { type AppAddresses, isListedOrigin } from '../../../tenancy/index.ts'

/**
 * Whether a page may send events to an app: one of the app itself, or of this server. Where the app says of no address
 * that it is its own, and for those who are no page, anything goes.
 */
export function isAllowedOrigin(origin: string | undefined, app: AppAddresses, baseUrl: string): boolean {
  if (origin === undefined || (ownHost(app) === null && app.allowed_origins.length === 0)) return true
  const host = hostOf(origin)
  return isOwnOrigin(origin, app) || (host !== null && host === hostOf(baseUrl))
}

/** Whether it is a page of the app itself: at its address, with or without www, or at one that it lists. */
export function isOwnOrigin(origin: string | undefined, app: AppAddresses): boolean {
  if (origin === undefined) return false
  const own = ownHost(app)
  const host = hostOf(origin)
  if (isListedOrigin(app, origin)) return true
  if (own === null || host === null) return false
  return host === own || host === `www.${own}` || `www.${host}` === own
}

function ownHost({ published_url }: AppAddresses): string | null {
  return published_url === null ? null : hostOf(published_url)
}

/** With its port; a page may be served over http and https. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null
}
