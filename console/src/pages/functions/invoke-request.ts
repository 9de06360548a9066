/** A call of a function as it is typed, and as others would send it. */

import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export interface TypedCall {
  method: Method
  query: string
  /** One a line, `name: value`. */
  headers: string
  body: string
}

export const takesBody = (method: Method) => method !== 'GET'

/** The headers that were typed, or the first line that is none. */
export function headersIn(text: string): { headers: [string, string][] } | { fault: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const wrong = lines.find((line) => !HEADER.test(line))
  if (wrong !== undefined) return { fault: fill(words.wrongIsNoHeader, { wrong: wrong.trim() }) }
  return {
    headers: lines.map((line) => {
      const [, name = '', value = ''] = HEADER.exec(line) ?? []
      return [name.toLowerCase(), value.trim()]
    }),
  }
}

const HEADER = /^\s*([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/

export const withQuery = (address: string, query: string) =>
  query.trim() === '' ? address : `${address}?${query.trim().replace(/^\?/, '')}`

/** For a terminal, with the token left to its environment. */
export function curlOf(address: string, call: TypedCall, access: 'app' | 'anyone'): string {
  const typed = headersIn(call.headers)
  const headers = 'headers' in typed ? typed.headers : []
  const credential = access === 'app' ? ['-H "Authorization: Bearer $ATRIUM_TOKEN"'] : []
  const hasBody = takesBody(call.method) && call.body !== ''
  return [
    `curl -i -X ${call.method} ${quoted(withQuery(address, call.query))}`,
    ...credential,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasBody ? [`--data-binary ${quoted(call.body)}`] : []),
  ].join(' \\\n  ')
}

/** For the shell, which reads nothing between these quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** JSON with its lines, everything else as it came. */
export function readableBody(text: string, type: string | null): string {
  if (!/\bjson\b/.test(type ?? '')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
