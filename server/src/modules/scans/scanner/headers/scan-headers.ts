import type { FindingOf } from '@atrium/contract/scan-findings'
import { findingOf, judgeHeaders } from './judge-headers.ts'
import { plain } from './judge-transport.ts'
import { type HeaderParts, readPage } from './read-page.ts'

export interface HeaderScan {
  findings: FindingOf<'header_recommendations'>[]
  /** What could not be checked, as a sentence; null when all was. */
  unchecked: string | null
}

/** Looks at the published address through the outbound guard, and at sites of this server itself where that refuses. */
export async function scanHeaders(
  parts: HeaderParts,
  publishedUrl: string,
  signal: AbortSignal,
): Promise<HeaderScan> {
  const page = await readPage(parts, publishedUrl, signal)
  if (!('failure' in page)) {
    if (page.status >= 400 && page.status !== 401 && page.status !== 403) {
      return {
        findings: [],
        unchecked: `the published address returned ${page.status}`,
      }
    }
    const unchecked =
      page.isOwn && page.url.startsWith('https:')
        ? 'The site was read from this server itself: headers that a proxy in front of it adds were not seen.'
        : null
    return { findings: judgeHeaders(page), unchecked }
  }
  const check = parts.outboundHttp.checkTarget(publishedUrl)
  const isPlain = !check.ok && check.reason === 'scheme' && publishedUrl.startsWith('http:')
  // Over plain http nobody is called; what the same address sends with TLS says most of it.
  const secure = isPlain ? await readPage(parts, publishedUrl.replace(/^http:/, 'https:'), signal) : page
  const findings = isPlain ? [findingOf(plain('published_without_tls', publishedUrl), publishedUrl)] : []
  if ('failure' in secure) return { findings, unchecked: secure.failure }
  return { findings: [...findings, ...judgeHeaders(secure)], unchecked: null }
}
