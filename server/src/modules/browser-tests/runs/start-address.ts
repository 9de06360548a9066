import { withBase } from '../site-path.ts'

/**
 * Where a run begins: a whole address, a path of the site of the app, or the site itself where nothing is given. Null
 * when a site is needed and there is none, or what is given leads nowhere.
 */
export function startAddress(given: string | null, site: string | null): string | null {
  if (given === null) return site
  const isPath = given.startsWith('/') && !given.startsWith('//')
  if (isPath && site === null) return null
  const url = isPath ? URL.parse(withBase(given, baseOf(site)), site ?? undefined) : URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}

function baseOf(site: string | null): string {
  return URL.parse(site ?? '')?.pathname.replace(/\/[^/]*$/, '') ?? ''
}
