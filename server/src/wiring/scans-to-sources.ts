/** What scans ask apart from the app itself: who knows of packages, and the sites of this server. */
import type { Sites } from '../modules/hosting/index.ts'
import type { ReadOwnSite } from '../modules/scans/scanner/headers/page.ts'
import type { FirstAnswer } from '../platform/http/serve-first.ts'
import { type AdvisoriesChoice, chooseAdvisories } from '../ports/advisories/choose.ts'
import type { Advisories } from '../ports/advisories/port.ts'

export interface ScanSources {
  advisories: Advisories
  readOwnSite: ReadOwnSite
}

/** `sites` are asked for later: they are made after this. */
export function createScanSources(choice: AdvisoriesChoice, sites: () => Pick<Sites, 'serve'>): ScanSources {
  return {
    advisories: chooseAdvisories(choice),
    readOwnSite: createOwnSiteReader({ serve: (request) => sites().serve(request) }),
  }
}

/** Without the network: the address of a site may be one that nobody outside is let call. */
export function createOwnSiteReader(sites: Pick<Sites, 'serve'>): ReadOwnSite {
  return async (url, mostBytes) => {
    const address = URL.parse(url)
    if (address === null) return null
    const { host, pathname, search } = address
    // Asked for the headers only, it is no visit; the content comes along all the same.
    const answer = await sites.serve({
      method: 'HEAD',
      host,
      url: `${pathname}${search}`,
      headers: { host, accept: 'text/html' },
    })
    if (answer === null) return null
    return { status: answer.status, headers: answer.headers, body: await beginningOf(answer.body, mostBytes) }
  }
}

async function beginningOf(body: FirstAnswer['body'], mostBytes: number): Promise<string> {
  if (body === null) return ''
  const pieces: Uint8Array[] = []
  let room = mostBytes
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    pieces.push(piece.subarray(0, room))
    room -= piece.length
    if (room <= 0) break
  }
  return Buffer.concat(pieces).toString('utf8')
}
