import { MAX_RESPONSE_HEADER_CHARS } from '@atrium/contract/delivery'

const MAX_VALUE_CHARS = 512
/** They would let their reader in where the endpoint lets in its own users. */
const IS_COOKIE = /^set-cookie2?$/

/** The beginning of an answer's headers as text to store: pairs of name and value as JSON, which escapes what a database refuses. */
export function keptHeaders(headers: Record<string, string>): string {
  const pairs: [name: string, value: string][] = []
  let room = MAX_RESPONSE_HEADER_CHARS
  for (const name in headers) {
    if (IS_COOKIE.test(name)) continue
    const value = String(headers[name]).slice(0, MAX_VALUE_CHARS)
    room -= name.length + value.length
    if (room < 0) break
    pairs.push([name, value])
  }
  return JSON.stringify(pairs)
}

export function readHeaders(kept: string | null): { name: string; value: string }[] | null {
  if (kept === null) return null
  const pairs: [string, string][] = JSON.parse(kept)
  return pairs.map(([name, value]) => ({ name, value }))
}
