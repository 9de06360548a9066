import type { OutboundHttp, OutboundOutcome } from '../../../../ports/outbound-http/port.ts'
import type { Page, ReadOwnSite } from './page.ts'

const MOST_BYTES = 1024 * 1024
const MOST_REDIRECTS = 3
/** For all redirects together. */
const DEADLINE_MS = 5_000

export interface HeaderParts {
  outboundHttp: OutboundHttp
  /** For sites whose address the guard does not let through, since it is this machine's own. */
  readOwnSite: ReadOwnSite
}

/** An origin that nobody has: an answer that trusts it trusts everybody. */
export const STRANGER = 'https://atrium-scan.invalid'

/** Reads a page as a visitor gets it; every redirect goes through the guard again. */
export async function readPage(
  { outboundHttp, readOwnSite }: HeaderParts,
  address: string,
  signal: AbortSignal,
): Promise<Page | { failure: string }> {
  const until = performance.now() + DEADLINE_MS
  let url = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const deadlineMs = until - performance.now()
    if (deadlineMs < 1) return { failure: 'It did not answer in time.' }
    const outcome = await outboundHttp.send({
      method: 'GET',
      url,
      headers: { accept: 'text/html,application/xhtml+xml', origin: STRANGER },
      body: null,
      deadlineMs,
      keepBody: MOST_BYTES,
      keepBodyWhen: 'always',
      signal,
    })
    signal.throwIfAborted()
    const found = outcome.kind === 'answered' ? pageOf(url, outcome) : await ownPage(readOwnSite, url)
    if (found === null) return { failure: outcome.kind === 'failed' ? outcome.message : '' }
    const next = redirectOf(found)
    if (next === null) return found
    // A visitor who comes with TLS loses it here, which is worth knowing wherever it leads.
    if (url.startsWith('https:') && next.startsWith('http:')) return { ...found, leadsToPlain: next }
    url = next
  }
  return { failure: 'It leads on to other addresses too often.' }
}

async function ownPage(readOwnSite: ReadOwnSite, url: string): Promise<Page | null> {
  const found = await readOwnSite(url, MOST_BYTES)
  return found && { ...found, url, isOwn: true, leadsToPlain: null }
}

function pageOf(
  url: string,
  { status, headers, body }: Extract<OutboundOutcome, { kind: 'answered' }>,
): Page {
  // Nobody asked for a packed one, so it is not unpacked.
  const isPlain = /^(?:identity)?$/i.test(headers['content-encoding'] ?? '')
  return {
    url,
    status,
    headers,
    body: isPlain ? body.toString('utf8') : '',
    isOwn: false,
    leadsToPlain: null,
  }
}

function redirectOf({ status, headers, url }: Page): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  const next = URL.parse(headers.location, url)
  return next && /^https?:$/.test(next.protocol) ? next.href : null
}
