import type { OutboundHttp } from '../outbound-http/port.ts'

/** Of discovery documents, keys and tokens; what is longer is none. */
const MOST_BYTES = 256 * 1024
const DEADLINE_MS = 10_000

/** Why nothing came back, in a sentence that names no address. */
export class Unreachable extends Error {}

interface FetchOptions {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | unknown
}

/** What the library takes for `fetch`: through the guard of all calls to the outside, bounded in time and size. */
export function guardedFetch({ send }: Pick<OutboundHttp, 'send'>) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const outcome = await send({
      method,
      url,
      headers: { ...headers },
      body: body === undefined || body === null ? null : String(body),
      deadlineMs: DEADLINE_MS,
      keepBody: MOST_BYTES,
      keepBodyWhen: 'always',
    })
    if (outcome.kind === 'failed') throw new Unreachable(outcome.message)
    if (outcome.truncated) throw new Unreachable('The provider sent more than 256 KiB, or not all of it.')
    const hasBody = ![101, 204, 205, 304].includes(outcome.status)
    return new Response(hasBody ? new Uint8Array(outcome.body) : null, {
      status: outcome.status,
      headers: withoutLines(outcome.headers),
    })
  }
}

/** Several cookies are joined by lines, which a header cannot hold; nobody reads them here. */
function withoutLines(headers: Record<string, string>): Record<string, string> {
  const { 'set-cookie': _, ...others } = headers
  return others
}
