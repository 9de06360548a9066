/** A service on loopback that lets apps in by OAuth 2 and has a small API: for all tests of connectors. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { receiveHttp } from '../../../../test/receivers.ts'
import { type GrantRules, type Issued, oauthGrants } from './oauth-grants.ts'

export interface ProviderQuirks extends GrantRules {
  decision: 'approve' | 'refuse'
  /** Without a challenge nobody gets a code. */
  requiresPkce: boolean
  clientAuth: 'basic' | 'body'
  /** Form and JSON as their content types say; `unnamed`: JSON that calls itself text. */
  answerAs: 'json' | 'form' | 'unnamed'
  /** Undefined: it is not in the answer. */
  tokenType: string | undefined
  expiresIn: number | string | undefined
  scopeAs: 'spaces' | 'commas' | 'list' | 'none'
  /** Errors come with status 200, as `{ok: false, error}`. */
  hidesErrors: boolean
  /** Tokens stand in an object of this name. */
  within: string | undefined
  /** Goes into every good answer of the token endpoint. */
  extra: Record<string, unknown>
  /** Another clock: what the header `Date` says. */
  date: string | undefined
}

export type Fault =
  | 'none'
  | 'cut'
  | 'truncated'
  | 'huge'
  | 'html'
  | 'redirect'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: object | string }

export interface ProviderRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}

type Endpoint = 'authorize' | 'token' | 'revoke' | 'api'

export const PROVIDER_CLIENT = { id: 'client:one', secret: 'client+secret/of the test' }

const USUAL: ProviderQuirks = {
  decision: 'approve',
  requiresPkce: true,
  clientAuth: 'body',
  answerAs: 'json',
  tokenType: 'Bearer',
  expiresIn: 3600,
  scopeAs: 'spaces',
  hidesErrors: false,
  within: undefined,
  extra: {},
  date: undefined,
  rotation: 'rotating',
  graceUses: 0,
}

export type OAuthProvider = Awaited<ReturnType<typeof startOAuthProvider>>

/** `quirks` may be changed while it runs. */
export async function startOAuthProvider(given: Partial<ProviderQuirks> = {}) {
  const quirks: ProviderQuirks = { ...USUAL, ...given }
  const grants = oauthGrants(quirks)
  const requests: Record<Endpoint, ProviderRequest[]> = { authorize: [], token: [], revoke: [], api: [] }
  const faults: Record<Endpoint, Fault[]> = { authorize: [], token: [], revoke: [], api: [] }
  const gates: Record<Moment, Gate> = { request: openGate(), answer: openGate() }

  const receiver = await receiveHttp(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString()
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://stand-in')
    const endpoint = ENDPOINTS.find((name) => pathname === `/${name}`) ?? 'api'
    const query = Object.fromEntries(searchParams)
    const request = { method: incoming.method ?? '', path: pathname, query, headers: incoming.headers, body }
    requests[endpoint].push(request)
    if (quirks.date !== undefined) response.setHeader('date', quirks.date)
    const fault = faults[endpoint].shift()
    if (fault !== undefined && fault !== 'none') return fail(response, fault)
    if (endpoint === 'token') await gates.request.pass()
    const answer = ANSWERS[endpoint](request)
    if (endpoint === 'token') await gates.answer.pass()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  const baseUrl = `http://127.0.0.1:${receiver.port}`

  function authorize({ query }: ProviderRequest): Answer {
    const { redirect_uri, state = '', client_id, code_challenge: challenge = null } = query
    if (client_id !== PROVIDER_CLIENT.id || !redirect_uri) return json(400, { error: 'invalid_request' })
    const back = new URL(redirect_uri)
    back.searchParams.set('state', state)
    const isProven = challenge !== null && query.code_challenge_method === 'S256'
    if (quirks.decision === 'refuse') back.searchParams.set('error', 'access_denied')
    else if (quirks.requiresPkce && !isProven) back.searchParams.set('error', 'invalid_request')
    else {
      const scopes = (query.scope ?? '').split(/[ ,]/).filter(Boolean)
      back.searchParams.set('code', grants.makeCode({ redirectUri: redirect_uri, challenge, scopes }))
    }
    return { status: 302, headers: { location: back.href }, body: '' }
  }

  function token(request: ProviderRequest): Answer {
    const params = readParams(request)
    if (!isClient(request, params)) return refuse(401, 'invalid_client')
    if (params.grant_type === 'client_credentials') {
      return give({ ...grants.grant((params.scope ?? '').split(/[ ,]/).filter(Boolean)), refresh: null })
    }
    const issued =
      params.grant_type === 'refresh_token'
        ? grants.refresh(params.refresh_token ?? '')
        : grants.redeem(params.code ?? '', params.redirect_uri ?? '', params.code_verifier ?? null)
    return issued ? give(issued) : refuse(400, 'invalid_grant')
  }

  function isClient({ headers }: ProviderRequest, params: Record<string, string>): boolean {
    const { id, secret } = PROVIDER_CLIENT
    if (quirks.clientAuth === 'body') return params.client_id === id && params.client_secret === secret
    const [name = '', word = ''] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':')
    const decode = (text: string) => new URLSearchParams(`=${text}`).get('')
    return decode(name) === id && decode(word) === secret && params.client_secret === undefined
  }

  function give({ access, refresh, scopes }: Issued): Answer {
    const scope = { spaces: scopes.join(' '), commas: scopes.join(','), list: scopes, none: undefined }
    const tokens = {
      access_token: access,
      token_type: quirks.tokenType,
      expires_in: quirks.expiresIn,
      refresh_token: refresh ?? undefined,
      scope: scope[quirks.scopeAs],
    }
    const isNested = quirks.within !== undefined
    const body = { ok: true, ...quirks.extra, ...(isNested ? { [quirks.within ?? '']: tokens } : tokens) }
    if (quirks.answerAs === 'unnamed')
      return { ...json(200, body), headers: { 'content-type': 'text/plain' } }
    if (quirks.answerAs === 'json') return json(200, body)
    const fields = Object.entries(tokens).filter(([, value]) => value !== undefined)
    const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
    return {
      status: 200,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(form),
    }
  }

  function refuse(status: number, error: string): Answer {
    if (quirks.hidesErrors) return json(200, { ok: false, error })
    return json(status, { error, error_description: `The stand-in says ${error}.` })
  }

  function revoke(request: ProviderRequest): Answer {
    const params = readParams(request)
    if (!isClient(request, params)) return refuse(401, 'invalid_client')
    grants.revoke(params.token ?? '')
    return json(200, {})
  }

  function api({ method, path, query, headers, body }: ProviderRequest): Answer {
    const scopes = grants.scopesOf(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!scopes) return json(401, { error: 'invalid_token' })
    if (path === '/api/me') return json(200, { name: 'Acme', email: 'acme@example.com', scopes })
    if (path === '/api/items' && method === 'GET') return page(Number(query.cursor ?? 0))
    if (method !== 'GET' && method !== 'HEAD') return json(200, { method, path, body })
    return json(404, { error: 'not_found' })
  }

  const ANSWERS = { authorize, token, revoke, api }

  return {
    baseUrl,
    quirks,
    client: PROVIDER_CLIENT,
    /** All that came, by endpoint. */
    requests,
    /** For the next requests to an endpoint, one each. */
    faults,
    /** Rotations of refresh tokens, and uses of one that was used before. */
    seen: grants.seen,
    revokeAll: grants.revokeAll,
    expireAll: grants.expireAll,
    /** Whether a refresh token could be used now. */
    isGood: grants.isGood,
    /** Tokens without anybody's consent, for tests that begin with a connection. */
    issue: (scopes: string[] = []) => grants.grant(scopes),
    /**
     * Holds what comes to the token endpoint until released: before it acts (`request`), or when all is done but the
     * answer is not sent (`answer`).
     */
    hold(moment: Moment) {
      const gate = gates[moment]
      gate.close()
      return { waiting: () => gate.waiting, release: () => gate.open() }
    },
    /** What a person's browser does: opens the address and returns where it is sent on to. */
    async visit(url: string): Promise<string> {
      const response = await fetch(url, { redirect: 'manual' })
      const next = response.headers.get('location')
      if (!next) throw new Error(`The stand-in answered ${response.status}: ${await response.text()}`)
      return next
    },
    close: receiver.close,
  }
}

type Moment = 'request' | 'answer'
type Gate = ReturnType<typeof openGate>

function openGate() {
  let opening: PromiseWithResolvers<void> | null = null
  const gate = {
    waiting: 0,
    close() {
      opening ??= Promise.withResolvers()
    },
    open() {
      opening?.resolve()
      opening = null
      gate.waiting = 0
    },
    async pass() {
      if (!opening) return
      gate.waiting++
      await opening.promise
    },
  }
  return gate
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const ENDPOINTS = ['authorize', 'token', 'revoke'] as const

function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Three pages of two items. */
function page(from: number): Answer {
  const items = [from, from + 1].map((at) => ({ id: `item-${at}` }))
  return json(200, { items, next: from < 4 ? String(from + 2) : null })
}

function readParams({ headers, body }: ProviderRequest): Record<string, string> {
  if (headers['content-type']?.startsWith('application/json')) return JSON.parse(body)
  return Object.fromEntries(new URLSearchParams(body))
}

const PAGE = '<!doctype html><title>Sign in</title><p>Something went wrong</p>'

function fail(response: ServerResponse, fault: Exclude<Fault, 'none'>): void {
  if (fault === 'hang') return
  if (fault === 'cut') {
    response.socket?.resetAndDestroy()
  } else if (fault === 'truncated') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"access_token":"half', () => response.socket?.destroy())
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ padding: 'x'.repeat(1_000_000), access_token: 'far-behind' }))
  } else if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  } else if (fault === 'redirect') {
    response.writeHead(307, { location: '/elsewhere' }).end()
  } else {
    const { status, headers, body = '' } = fault
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
