/**
 * Where client libraries lead a browser below the address of an app: the same pages at the public address, which looks at
 * `from_url`. Null for all else, and for the sign-in page of an app that has one: the SDK sends a `state` there. // G801
 */
export function clientPage(path: string, query: string, app_id: string): string | null {
  const asked = new URLSearchParams(query)
  const from_url = asked.get('from_url')
  if (from_url === null || (path !== 'api/apps/auth/logout' && (path !== 'login' || asked.has('state'))))
    return null
  return `/${path}?${new URLSearchParams({ app_id, from_url })}`
}
