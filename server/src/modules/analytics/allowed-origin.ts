/**
 * Whether a page may send events to an app: one of the app itself, or of this server. Where the app says of no address
 * that it is its own, and for those who are no page, anything goes.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  app: { published_url: string | null },
  baseUrl: string,
): boolean {
  if (origin === undefined) return true
  const own = app.published_url === null ? null : hostOf(app.published_url)
  if (own === null) return true
  const host = hostOf(origin)
  return (
    host !== null &&
    (host === own || host === `www.${own}` || `www.${host}` === own || host === hostOf(baseUrl))
  )
}

/** With its port; a page may be served over http and https. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null
}
