/** Fetches what a link leads to while it is pointed at or focused, so that the page is there when it is wanted. */
import { type DataRouteObject, type DataRouter, matchRoutes } from 'react-router'
import { PREFETCH } from './api.ts'

/** A pointer that only passes by stays shorter. */
const MEANT_MS = 80
/** On links whose page reads little: its data comes along. */
export const WITH_DATA = { 'data-prefetch': 'data' } as const

type Module = Pick<DataRouteObject, 'loader'>

export function prefetchLinks(router: DataRouter): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const meant = ({ target }: Event) => {
    clearTimeout(waiting)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
    waiting = setTimeout(() => void prefetch(router.routes, link), MEANT_MS)
  }
  document.addEventListener('pointerover', meant, { passive: true })
  document.addEventListener('focusin', meant)
}

/** The pages on the way to an address that are not loaded yet, and their data where that is wanted. */
async function prefetch(routes: DataRouteObject[], link: HTMLAnchorElement): Promise<void> {
  const matches = matchRoutes(routes, link.pathname) ?? []
  const withData = link.dataset.prefetch === WITH_DATA['data-prefetch']
  const request = new Request(link.href, { headers: PREFETCH })
  await Promise.allSettled(
    matches.map(async ({ route, params }) => {
      const { loader } = await loadRoute(route)
      // What it refuses or leads to matters when the link is followed, and is asked again then.
      if (withData && typeof loader === 'function')
        await loader({ request, params, context: {}, url: new URL(link.href), pattern: '' } as never)
    }),
  )
}

/** The router asks for the same files later, and has them then. */
async function loadRoute(route: DataRouteObject): Promise<Module> {
  const { lazy } = route
  if (typeof lazy === 'function') return (await lazy()) as Module
  if (lazy) await Promise.all(Object.values(lazy).map((load) => load?.()))
  return route
}
