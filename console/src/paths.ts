/** The only maker of links: every address of the console, and the query each page keeps in it. */

const APP_SORTS = ['-created_date', 'created_date', '-updated_date', 'updated_date', 'name', '-name'] as const
export type AppSort = (typeof APP_SORTS)[number]

/** The sort an address or a table header names, if the API knows it. */
export const appSortOf = (text: string | null) => APP_SORTS.find((known) => known === text)

export interface AppsView {
  folder?: string | undefined
  sort?: AppSort | undefined
  cursor?: string | undefined
}

export interface MembersView {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
}

export interface AuditView {
  action?: string | undefined
  actor_email?: string | undefined
  cursor?: string | undefined
}

export const paths = {
  home: () => '/',
  signIn: (to?: string) => withQuery('/sign-in', { to: to === '/' ? undefined : to }),
  workspace: (workspaceId: string) => `/w/${encodeURIComponent(workspaceId)}`,
  apps: (workspaceId: string, view: AppsView = {}) => withQuery(`${paths.workspace(workspaceId)}/apps`, view),
  app: (workspaceId: string, appId: string) =>
    `${paths.workspace(workspaceId)}/apps/${encodeURIComponent(appId)}`,
  tokens: (workspaceId: string, view: { cursor?: string | undefined } = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/tokens`, view),
  members: (workspaceId: string, view: MembersView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/members`, view),
  audit: (workspaceId: string, view: AuditView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/audit-log`, view),
  docs: () => '/docs',
}

/** A place inside the console, or home: a sign-in link must not lead to another site. */
export function safeReturn(to: string | null): string {
  const inside = to !== null && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in')
  return inside ? to : paths.home()
}

function withQuery(
  path: string,
  query: { [name: string]: string | undefined } | AppsView | MembersView | AuditView,
) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value)
  return search.size > 0 ? `${path}?${search}` : path
}
