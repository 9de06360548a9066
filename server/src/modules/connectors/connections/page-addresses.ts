/** Where people are sent on to: always places of our own. */

export type Outcome = 'connected' | 'refused' | 'expired' | 'used' | 'unknown' | 'different_user' | 'failed'

const CALLBACK = '/api/external-auth/callback'

/** What is registered with services. */
export function callbackUrl(baseUrl: string): string {
  return `${baseUrl}${CALLBACK}`
}

/** The page that says how it went. */
export function outcomeUrl(
  baseUrl: string,
  outcome: Outcome,
  of: { app_id: string; integration_type: string } | null = null,
): string {
  const place = of ? { app_id: of.app_id, integration_type: of.integration_type } : {}
  return `${baseUrl}/connected?${new URLSearchParams({ outcome, ...place })}`
}

/** Back here after signing in, with all that the service said. */
export function signInUrl(baseUrl: string, query: Readonly<Record<string, string>>): string {
  const then = `${CALLBACK}?${new URLSearchParams(query)}`
  return `${baseUrl}/sign-in?${new URLSearchParams({ then })}`
}
