import type { TenancyDeps } from '../../base-deps.ts'
import { allowedAddress } from './allowed-origins.ts'
import { pageStore } from './page-store.ts'

interface AppAtAddress {
  app_id: string
  /** As browsers read it. */
  address: string
}

/** The apps to which an address belongs; only the one that is named, if one is. // G801 */
export async function appsAtAddress(
  { db }: Pick<TenancyDeps, 'db'>,
  { app_id, from_url }: { app_id?: string | undefined; from_url: string },
): Promise<AppAtAddress[]> {
  const store = pageStore(db)
  const apps = await (app_id === undefined
    ? store.publishedAt(possibleAddresses(from_url))
    : store.addressesOf(app_id))
  return apps.flatMap((app) => {
    const address = allowedAddress(app, from_url)
    return address === null ? [] : [{ app_id: app.id, address }]
  })
}

const MOST_PARTS = 20

/** What `published_url` of an app may be that has this address: its origin, with the beginnings of its path. */
function possibleAddresses(address: string): string[] {
  const url = URL.parse(address)
  if (url === null) return []
  const parts = url.pathname.split('/').slice(1, MOST_PARTS).filter(Boolean)
  const starts = ['', ...parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)]
  return starts.flatMap((start) => [`${url.origin}${start}`, `${url.origin}${start}/`])
}
