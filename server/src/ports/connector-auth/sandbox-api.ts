/** The API of the sandbox: items that follow from the account, so that nothing is stored. */
import { createHash } from 'node:crypto'
import type { OutboundRequest } from '../outbound-http/port.ts'
import type { SandboxTokens } from './sandbox-tokens.ts'

export interface ApiAnswer {
  status: number
  headers?: Record<string, string>
  /** Undefined: none. */
  value?: unknown
  /** Before it is given. */
  waitMs?: number
}

const ITEMS = 30
const PAGE = 10
const MOST_WAIT_MS = 10_000

export function sandboxApi(tokens: SandboxTokens) {
  /** Accounts whose last call to /limited was refused. */
  const refused = new Set<string>()

  function limited(account: string): ApiAnswer {
    if (refused.delete(account)) return { status: 200, value: { ok: true } }
    if (refused.size > 1_000) refused.clear()
    refused.add(account)
    return { ...problem(429, 'rate_limited'), headers: { 'retry-after': '1' } }
  }

  return (
    account: string,
    url: URL,
    request: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
  ): ApiAnswer => {
    const { method } = request
    const access = tokens.open('access', bearerOf(request.headers))
    if (access?.account !== account) return problem(401, 'invalid_token')
    const path = url.pathname.replace(/^\/api(?=\/)/, '')
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && path === '/me') {
      return { status: 200, value: { name: account, email: `${account}@sandbox.example` } }
    }
    if (isRead && path === '/limited') return limited(account)
    if (isRead && path === '/slow') return slow(url.searchParams.get('ms'))
    const isItems = path === '/items' || (path.startsWith('/items/') && method === 'DELETE')
    if (!isItems) return problem(404, 'not_found')
    if (!access.scopes.includes(isRead ? 'items.read' : 'items.write')) return problem(403, 'missing_scope')
    if (isRead) return list(account, url.searchParams.get('cursor') ?? '0')
    if (method === 'POST') return create(request.body)
    return method === 'DELETE' ? remove(account, path.slice('/items/'.length)) : problem(405, 'not_allowed')
  }
}

function bearerOf(headers: Readonly<Record<string, string>>): string {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return /^Bearer (\S+)$/i.exec(given ?? '')?.[1] ?? ''
}

function slow(wanted: string | null): ApiAnswer {
  const waitMs = Math.min(Math.max(Number(wanted ?? 1_000) || 0, 0), MOST_WAIT_MS)
  return { status: 200, value: { waited_ms: waitMs }, waitMs }
}

function list(account: string, cursor: string): ApiAnswer {
  const from = Number(cursor)
  if (!/^\d{1,4}$/.test(cursor) || from % PAGE !== 0) return problem(400, 'invalid_cursor')
  const items = Array.from({ length: Math.max(0, Math.min(PAGE, ITEMS - from)) }, (_, at) => ({
    id: itemId(account, from + at + 1),
    name: `Item ${from + at + 1} of ${account}`,
  }))
  const next = from + PAGE < ITEMS ? String(from + PAGE) : null
  return { status: 200, value: { items, next } }
}

function create(body: Buffer | string | null): ApiAnswer {
  let given: unknown
  try {
    given = JSON.parse(String(body))
  } catch {
    return problem(400, 'invalid_json')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return problem(422, 'invalid_item')
  const id = `new-${createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 12)}`
  return { status: 201, value: { ...given, id } }
}

function remove(account: string, id: string): ApiAnswer {
  const isKnown = Array.from({ length: ITEMS }, (_, at) => itemId(account, at + 1)).includes(id)
  return isKnown ? { status: 204 } : problem(404, 'not_found')
}

function itemId(account: string, at: number): string {
  return `${account}-${at}`
}

function problem(status: number, error: string): ApiAnswer {
  return { status, value: { error } }
}
