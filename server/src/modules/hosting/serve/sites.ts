/** Serves the sites of apps from memory; the database is asked for what is not remembered. */
import { createCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Notifications } from '../../../platform/database/listen.ts'
import { refuse } from '../../../platform/errors.ts'
import type { FirstAnswer, FirstRequest } from '../../../platform/http/serve-first.ts'
import { type Form, siteFileStore } from '../file-store.ts'
import type { Place, SiteAddresses, SitePlace } from '../site-address.ts'
import { isPage } from '../site-rules.ts'
import { planFile } from './answer-file.ts'
import { clientPage } from './client-pages.ts'
import { createContentCache } from './content-cache.ts'
import { type Files, findFile } from './find-file.ts'
import { findServedSite, type ServedSite, type SiteName } from './lookup-store.ts'
import { sandboxHeaders, siteHeaders } from './site-headers.ts'

/** Sent to all nodes, with the id of the app, whenever a site or one of its domains changes. */
const CHANNEL = 'sites'

const CACHE_MS = 5_000
const MOST_SITES = 10_000
/** Of revisions with up to 2,000 files, about half a megabyte each. */
const MOST_REVISIONS = 100
const CACHE_BYTES = 64 * 1024 * 1024
/** What is larger is read piece by piece for each request, and never held. */
const MOST_HELD_BYTES = 1024 * 1024
const PIECE_BYTES = 256 * 1024

export interface Sites {
  /** Null when the request is for the API or the console. */
  serve(request: FirstRequest): FirstAnswer | null | Promise<FirstAnswer | null>
  /** What is remembered of the site of this app. For the node that changed it: it need not wait to be notified. */
  invalidate(appId: string): void
}

export interface SiteVisits {
  record(visit: { app_id: string; page: string }): void
}

export function createSites(options: {
  db: Db
  notifications: Pick<Notifications, 'on' | 'onReconnect'>
  addresses: SiteAddresses
  visits: SiteVisits
  /** False while the server starts and the tables may not be there yet. */
  isReady(): boolean
}): Sites {
  const { db, notifications, addresses, visits, isReady } = options
  const store = siteFileStore(db)
  const known = createCache<{ site: ServedSite | null }>({ ms: CACHE_MS, most: MOST_SITES })
  // A revision never changes, so what it has is remembered without end.
  const revisions = createCache<Files>({ most: MOST_REVISIONS })
  const contents = createContentCache(CACHE_BYTES)

  const invalidate = (appId: string) => known.invalidate(({ site }) => site === null || site.app_id === appId)
  notifications.on(CHANNEL, invalidate)
  notifications.onReconnect(() => known.invalidate())

  async function siteNamed(name: SiteName): Promise<ServedSite | null> {
    const key = `${name.by} ${name.name}`
    const found =
      known.get(key) ?? (await known.load(key, async () => ({ site: await findServedSite(db, name) })))
    return found.site
  }

  async function filesOf(revisionId: string): Promise<Files> {
    const read = async () => {
      const rows = await store.listOfRevision(revisionId)
      return new Map(rows.map((file) => [file.path, file]))
    }
    return revisions.get(revisionId) ?? revisions.load(revisionId, read)
  }

  async function serveSite(
    site: ServedSite,
    place: Pick<SitePlace, 'preview' | 'base' | 'path' | 'origin'>,
    request: FirstRequest,
  ): Promise<FirstAnswer> {
    const { preview, base, path, origin } = place
    const own = origin === 'console' ? sandboxHeaders : siteHeaders
    const revisionId = preview === null ? site.active_revision_id : (site.previews[preview] ?? null)
    if (revisionId === null) return notFound(own)
    const wantsPage = request.headers.accept?.includes('text/html') === true
    const files = await filesOf(revisionId)
    const page =
      findFile(files, path, false).kind === 'none'
        ? clientPage(path, queryOf(request.url), site.app_id)
        : null
    if (page !== null) return moved(`${addresses.baseUrl()}${page}`, own, 303)
    const found = findFile(files, path, wantsPage)
    if (found.kind === 'none') return notFound(own)
    if (found.kind === 'folder') return moved(`${base}${found.path}${queryOf(request.url)}`, own)

    const { file, status } = found
    const plan = planFile(file, status, request.headers)
    const isVisit = preview === null && request.method === 'GET' && isPage(file.content_type)
    // A page that was seen before is asked for again and not sent again, which is a visit too.
    if (isVisit && (plan.status === 200 || plan.status === 304)) {
      visits.record({ app_id: site.app_id, page: `/${file.path.replace(/(^|\/)index\.html$/, '$1')}` })
    }
    const headers: Record<string, string> = { ...own, ...plan.headers }
    // What a page of the console asks for gets another answer, see below.
    if (origin === 'console') headers.vary = [plan.headers.vary, SECURE_VARY].filter(Boolean).join(', ')
    if (preview !== null) headers['x-robots-tag'] = 'noindex'
    return { status: plan.status, headers, body: plan.part && (await bodyOf(file.hash, plan.part)) }
  }

  async function bodyOf(hash: string, { form, range, size }: Part): Promise<FirstAnswer['body']> {
    if (size > MOST_HELD_BYTES) return pieces(hash, form, range)
    const whole = await contents.get(hash, form, () => store.readPart(hash, form, 0, size))
    if (whole === null) throw new Error(`the content ${hash} of a site is missing`)
    return whole.subarray(range.start, range.end + 1)
  }

  async function* pieces(hash: string, form: Form, { start, end }: Part['range']) {
    for (let at = start; at <= end; at += PIECE_BYTES) {
      const piece = await store.readPart(hash, form, at, Math.min(PIECE_BYTES, end - at + 1))
      if (piece === null) throw new Error(`the content ${hash} of a site is missing`)
      yield piece
    }
  }

  async function serveAt(place: Place, request: FirstRequest): Promise<FirstAnswer | null> {
    if (place.kind === 'domain') {
      const site = await siteNamed({ by: 'domain', name: place.domain })
      if (!site) return serveAt(place.otherwise, request)
      return (
        refusedMethod(request) ??
        serveSite(site, { preview: null, base: '/', path: place.path, origin: 'sites' }, request)
      )
    }
    if (place.kind === 'elsewhere') return null
    const refused = refusedMethod(request)
    if (refused) return refused
    if (place.kind === 'nothing') return notFound(siteHeaders)
    if (place.kind === 'moved') return moved(`${place.to}${queryOf(request.url)}`, siteHeaders)
    if (place.origin === 'console' && isForConsole(request)) return notFound(sandboxHeaders)
    const site = await siteNamed({ by: place.by, name: place.name })
    if (!site) return notFound(place.origin === 'console' ? sandboxHeaders : siteHeaders)
    if (place.origin !== 'moved') return serveSite(site, place, request)
    const to = addresses.hostUrl(site.label, place.preview)
    return moved(`${to}${place.path}${queryOf(request.url)}`, siteHeaders)
  }

  return {
    invalidate,
    serve(request) {
      const place = addresses.locate(request.host, pathOf(request.url))
      if (place.kind === 'elsewhere') return null
      if (place.kind === 'domain' && place.otherwise.kind === 'elsewhere') {
        // Most requests to a host of ours that no setting names are for the API: they do not wait.
        if (known.get(`domain ${place.domain}`)?.site === null) return null
        if (!isReady() && OF_OPERATORS.test(request.url)) return null
      }
      if (!isReady()) return Promise.reject(refuse('starting', { headers: { 'Retry-After': '1' } }))
      return serveAt(place, request)
    },
  }
}

type Part = NonNullable<ReturnType<typeof planFile>['part']>

const SECURE_VARY = 'Sec-Fetch-Dest, Sec-Fetch-Site'
const OF_OPERATORS = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/** A request line may name a whole address; its host counts for nothing. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^\w+:\/\/[^/?#]*/, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

const METHODS = 'GET, HEAD, OPTIONS'

function refusedMethod({ method }: FirstRequest): FirstAnswer | null {
  if (method === 'GET' || method === 'HEAD') return null
  const headers = { ...siteHeaders, allow: METHODS, 'content-length': '0' }
  if (method !== 'OPTIONS') return { status: 405, headers, body: null }
  return {
    status: 204,
    headers: { ...siteHeaders, allow: METHODS, 'access-control-allow-methods': METHODS },
    body: null,
  }
}

/**
 * Whether a page of the console itself asks for it as a script, style or the like: pages of sites have no origin of
 * their own there, so a browser says that they ask from another site. In a frame the sandbox holds as well. // G595
 */
function isForConsole({ headers }: FirstRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && !AS_PAGE.has(headers['sec-fetch-dest'] ?? '')
}

const AS_PAGE = new Set(['document', 'iframe'])

function notFound(own: Record<string, string>): FirstAnswer {
  const body = Buffer.from('Not found\n')
  const headers = {
    ...own,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-cache',
  }
  return { status: 404, headers, body }
}

function moved(location: string, own: Record<string, string>, status: 303 | 308 = 308): FirstAnswer {
  return {
    status,
    headers: { ...own, location, 'content-length': '0', 'cache-control': 'no-cache' },
    body: null,
  }
}
