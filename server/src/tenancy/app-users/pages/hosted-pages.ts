/** The sign-in pages that Atrium serves for apps: the console's `app-sign-in` bundle draws them. */

export type HostedPage = 'sign-up' | 'forgot-password' | 'reset-password' | 'magic-link' | 'invitation'

/** The address of a page; without one, of the sign-in. */
export function hostedUrl(baseUrl: string, appId: string, page?: HostedPage): string {
  const start = `${baseUrl.replace(/\/+$/, '')}/apps-sign-in/${encodeURIComponent(appId)}`
  return page === undefined ? start : `${start}/${page}`
}
