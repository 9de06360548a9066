/** Which addresses of the API a function may call: what the front end of its own app uses, and nothing else; pure. */

export interface OwnPath {
  /** As it is sent on, with the query. */
  url: string
}

/** With the parts behind `/api/apps/{app_id}/`; `*` stands for one part, `**` at the end for one or more. */
const OF_CALLER = [
  'entities/*',
  'entities/*/**',
  'agents/conversations',
  'agents/conversations/**',
  'integration-endpoints/**',
  'external-auth/integrations/*/call',
  'functions/**',
  'analytics/track/batch',
  'users/invite-user',
  'runtime/users/invite-user',
]
/** The app itself has no user record and no conversations. */
const NOT_OF_SERVICE = ['entities/User/me', 'agents/conversations', 'agents/conversations/**']

/** The address, normalised; null when it is out of reach. */
export function ownPath(appId: string, as: 'caller' | 'service', path: string): OwnPath | null {
  // A second slash, or a backslash, would begin the name of a host.
  if (!/^\/(?![/\\])/.test(path)) return null
  const url = URL.parse(path, 'http://own')
  if (url?.host !== 'own') return null
  const parts = url.pathname.slice(1).split('/').map(decoded)
  if (parts.some((part) => part === null || part === '' || part === '.' || part === '..')) return null
  return isAllowed(parts as string[], appId, as) ? { url: `${url.pathname}${url.search}` } : null
}

function isAllowed([api, ...rest]: string[], appId: string, as: 'caller' | 'service'): boolean {
  if (api !== 'api') return false
  const [area, app, ...parts] = rest
  if (area === 'functions') return app !== undefined
  if (area !== 'apps' || app !== appId) return false
  const fits = (pattern: string) => matches(pattern.split('/'), parts)
  return OF_CALLER.some(fits) && !(as === 'service' && NOT_OF_SERVICE.some(fits))
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**'
  const fixed = isOpen ? pattern.slice(0, -1) : pattern
  if (isOpen ? parts.length <= fixed.length : parts.length !== fixed.length) return false
  return fixed.every((one, at) => one === '*' || one === parts[at])
}

/** Null for what the router may read in another way than we do. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return /[/\\\p{Cc}]/u.test(text) ? null : text
  } catch {
    return null
  }
}
