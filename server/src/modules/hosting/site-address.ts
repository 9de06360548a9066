/** Where sites are: at the public address, at an origin of their own, or each at a host of its own. */
import { randomBytes } from 'node:crypto'
import type { Site } from './site-store.ts'
import type { RevisionRow } from './tables.ts'

export interface SiteAddresses {
  /** Where the API and the console are. */
  baseUrl(): string
  /** The address of the site: its first verified domain, else the one that every site has. */
  siteUrl(site: Pick<Site, 'app_id' | 'label' | 'domain'>): string
  previewUrl(site: Pick<Site, 'app_id' | 'label'>, revision: Previewed): string
  /** Of a site that has a host of its own. */
  hostUrl(label: string, preview: string | null): string
  /** Where a request for this host and path leads; the path is that of the request line, still encoded. */
  locate(host: string | undefined, path: string): Place
  /** Whether nothing but sites is served at this host. */
  isSitesHost(host: string | undefined): boolean
  /** Whether a domain is one that this server already goes by. */
  isOwnDomain(domain: string): boolean
}

type Previewed = Pick<RevisionRow, 'number' | 'preview_key'>

export type Place =
  /** No site: the API or the console. */
  | { kind: 'elsewhere' }
  /** A place for sites only, and there is none with this address. */
  | { kind: 'nothing' }
  /** The same address with a slash behind the name, or at the origin of sites. */
  | { kind: 'moved'; to: string }
  | SitePlace
  /** A site if the domain of somebody is verified, else what the path says. */
  | { kind: 'domain'; domain: string; path: string; otherwise: Place }

export interface SitePlace {
  kind: 'site'
  by: 'app' | 'label'
  name: string
  /** What names a revision to preview; null for the one that visitors get. */
  preview: string | null
  /** What stands before the path of a file. */
  base: string
  /** Still encoded, without a slash at its start. */
  path: string
  /**
   * `console`: it shares the origin of the console, and so stays in a sandbox. `sites`: at an origin without the
   * console. `moved`: sites have hosts of their own, and this address only leads there.
   */
  origin: 'console' | 'sites' | 'moved'
}

/** `*.` at the start of the host of `sitesUrl` gives each site a host of its own. */
export function createSiteAddresses(options: {
  baseUrl(): string
  sitesUrl: string | null
  filesUrl: string | null
}): SiteAddresses {
  const { baseUrl, sitesUrl, filesUrl } = options
  const isWildcard = sitesUrl?.includes('://*.') === true
  const own = sitesUrl === null ? null : new URL(sitesUrl.replace('://*.', '://'))
  const filesHost = filesUrl === null ? null : new URL(filesUrl).hostname
  let base = { url: '', host: '' }
  const baseHost = () => {
    const url = baseUrl()
    if (url !== base.url) base = { url, host: new URL(url).hostname }
    return base.host
  }

  const hostUrl = (label: string, preview: string | null) =>
    `${own?.protocol}//${label}${preview === null ? '' : `--${preview}`}.${own?.host}/`
  const address = ({ app_id, label }: Pick<Site, 'app_id' | 'label'>, preview: string | null) => {
    if (isWildcard) return hostUrl(label, preview)
    const name = encodeURIComponent(app_id) + (preview === null ? '' : `~${preview}`)
    return `${own?.origin ?? baseUrl()}/sites/${name}/`
  }

  /** The part of a host before the one that all sites share; null when it is no such host. */
  const belowWildcard = (host: string) =>
    own !== null && isWildcard && host.endsWith(`.${own.hostname}`)
      ? host.slice(0, -1 - own.hostname.length)
      : null

  const atConsole = (path: string): Place => {
    if (own === null) return locateByPath(path, 'console')
    if (isWildcard) return locateByPath(path, 'moved')
    return isSitesPath(path) ? { kind: 'moved', to: `${own.origin}${path}` } : { kind: 'elsewhere' }
  }

  return {
    baseUrl,
    siteUrl: (site) => (site.domain === null ? address(site, null) : `https://${site.domain}/`),
    hostUrl,
    previewUrl: (site, revision) => address(site, previewName(revision)),
    locate(sentHost, path) {
      const host = hostOf(sentHost)
      if (host === null || host === filesHost) return { kind: 'elsewhere' }
      const below = belowWildcard(host)
      if (below !== null) return locateByHost(below, path)
      if (host === own?.hostname) {
        const place = isWildcard ? null : locateByPath(path, 'sites')
        return place === null || place.kind === 'elsewhere' ? { kind: 'nothing' } : place
      }
      if (host === baseHost() || !mayBeDomain(host)) return atConsole(path)
      return { kind: 'domain', domain: host, path: path.slice(1), otherwise: atConsole(path) }
    },
    isSitesHost(sentHost) {
      const host = hostOf(sentHost)
      return host !== null && (host === own?.hostname || belowWildcard(host) !== null)
    },
    isOwnDomain: (domain) =>
      domain === baseHost() ||
      domain === filesHost ||
      domain === own?.hostname ||
      belowWildcard(domain) !== null,
  }
}

/** The host that a request names, in small letters and without port and final dot; null when it names none. */
export function hostOf(sent: string | undefined): string | null {
  const host = sent?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  return host ? host : null
}

/** What can be a domain of somebody: names with dots between them. The last begins with a letter, so no address of a machine fits. */
export function mayBeDomain(host: string): boolean {
  return host.length <= 253 && DOMAIN.test(host)
}

export function previewName({ number, preview_key }: Previewed): string {
  return `${number}-${preview_key}`
}

/** 60 random bits: an address with them cannot be guessed. */
export function makePreviewKey(): string {
  return randomText(12)
}

/** The part of a host name that stands for the site, in the order in which to try them. */
export function labelsFor(appId: string): string[] {
  const label = appId.toLowerCase().replaceAll('_', '-')
  const fits = LABEL.test(label) && label.length <= LONGEST_LABEL && !label.includes('--')
  const drawn = [randomText(20), randomText(20), randomText(20)].map((text) => `site-${text}`)
  return fits ? [label, ...drawn] : drawn
}

export function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => LETTERS[byte & 31]).join('')
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** With the longest name of a preview behind it, it still fits into one part of a host name, which has 63. */
const LONGEST_LABEL = 40
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

function isSitesPath(path: string): boolean {
  return path.startsWith('/sites/')
}

function locateByPath(path: string, origin: SitePlace['origin']): Place {
  if (!isSitesPath(path)) return { kind: 'elsewhere' }
  const [, name = '', slash, rest = ''] = /^\/sites\/([^/]*)(\/)?(.*)$/s.exec(path) ?? []
  const decoded = decodePath(name)
  if (decoded === null || !/^[^\0/]{1,200}$/.test(decoded)) return { kind: 'nothing' }
  const base = `/sites/${name}/`
  if (slash === undefined) return { kind: 'moved', to: base }
  const [, app = decoded, preview = null] = /^(.+)~(\d+-[a-z0-9]+)$/.exec(decoded) ?? []
  return { kind: 'site', by: 'app', name: app, preview, base, path: rest, origin }
}

function locateByHost(part: string, path: string): Place {
  const [, label = part, preview = null] = /^(.+?)--(\d+-[a-z0-9]+)$/.exec(part) ?? []
  if (!LABEL.test(label)) return { kind: 'nothing' }
  return { kind: 'site', by: 'label', name: label, preview, base: '/', path: path.slice(1), origin: 'sites' }
}

/** Decoded once; null for what is no encoding of a text. */
export function decodePath(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
