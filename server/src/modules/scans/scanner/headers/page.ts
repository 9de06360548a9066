/** What a visitor of a published address gets. */
export interface Page {
  /** After redirects. */
  url: string
  status: number
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Readonly<Record<string, string>>
  /** Its beginning. */
  body: string
  /** By this server itself: what a proxy in front of it adds is not there. */
  isOwn: boolean
  /** An address without TLS that it leads on to. */
  leadsToPlain: string | null
}

/** The page of a site that this server serves itself; null when the address is none of its sites. */
export type ReadOwnSite = (url: string, mostBytes: number) => Promise<OwnPage | null>
export type OwnPage = Pick<Page, 'status' | 'headers' | 'body'>

export function isHtml({ headers }: Pick<Page, 'headers'>): boolean {
  const type = headers['content-type'] ?? ''
  return type === '' || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)
}

export function isSecure({ url }: Pick<Page, 'url'>): boolean {
  return url.startsWith('https:')
}
