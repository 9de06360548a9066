/** The addresses that belong to an app: where its pages are, and where people may be sent back to after signing in. */

export interface AppAddresses {
  published_url: string | null
  allowed_origins: readonly string[]
  allow_localhost: boolean
}

/** Whether a page of this origin, as a browser sends it, is one of those that the app lists. */
export function isListedOrigin(app: AppAddresses, origin: string): boolean {
  return app.allowed_origins.includes(origin) && (app.allow_localhost || !isLocal(origin))
}

/** Whether people may be sent to this address with what signs them in. */
export function isAllowedAddress(app: AppAddresses, address: string): boolean {
  return allowedAddress(app, address) !== null
}

/**
 * The address as browsers read it, or null when it is none of the app's. What goes into a redirect is this, never the text
 * that was sent: two readers of one text may see two hosts in it.
 */
export function allowedAddress(app: AppAddresses, address: string): string | null {
  const url = parse(address)
  if (url?.username !== '' || url.password !== '') return null
  return isPublished(app, url) || isListedOrigin(app, url.origin) ? url.href : null
}

/** At `published_url` or below it: sites of several apps can share an origin, each with a path of its own. // G644 */
function isPublished({ published_url }: AppAddresses, url: URL): boolean {
  const own = published_url === null ? null : parse(published_url)
  if (url.origin !== own?.origin) return false
  const start = own.pathname.replace(/\/+$/, '')
  return url.pathname === start || url.pathname.startsWith(`${start}/`)
}

/** Whether it is written as browsers send origins: no path, no default port, the host in its plain form. */
export function isExactOrigin(origin: string): boolean {
  return parse(origin)?.origin === origin
}

/** Of the machine in front of which somebody sits, over https too. */
export function isLocal(origin: string): boolean {
  const host = parse(origin)?.hostname ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.')
}

function parse(address: string): URL | null {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}
