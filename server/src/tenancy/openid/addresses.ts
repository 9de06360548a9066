/** Where browsers go while they sign in by a provider. */

export function workspaceRedirectUri(baseUrl: string, workspaceId: string): string {
  return `${baseUrl}/api/auth/openid/${encodeURIComponent(workspaceId)}/callback`
}

export function appRedirectUri(baseUrl: string, appId: string, provider: string): string {
  return `${baseUrl}${appAuthPath(appId, provider)}/callback`
}

export function appLoginUrl(baseUrl: string, appId: string, provider: string): string {
  return `${baseUrl}${appAuthPath(appId, provider)}/login`
}

/** The page that says why nobody is signed in. */
export function problemUrl(baseUrl: string, problem: string): string {
  return `${baseUrl}/sign-in?${new URLSearchParams({ problem })}`
}

/** A page of our own, whatever was asked for: `//host` and its kind lead elsewhere. */
export function ownPage(baseUrl: string, path: string | undefined): string {
  const base = new URL(baseUrl)
  const url = URL.parse(path ?? '/', base)
  return url && url.origin === base.origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

function appAuthPath(appId: string, provider: string): string {
  return `/api/apps/${encodeURIComponent(appId)}/auth/${encodeURIComponent(provider)}`
}
