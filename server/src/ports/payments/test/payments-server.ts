import type { IncomingMessage, ServerResponse } from 'node:http'
import { receiveHttp } from '../../../../test/receivers.ts'

export const STRIPE_KEY = 'sk_test_only_for_tests'

interface TestCustomer {
  id: string
  workspace: string
  default_payment_method: TestMethod | null
  methods: TestMethod[]
  /** Still found by searches. */
  isDeleted?: boolean
}

export interface TestMethod {
  id: string
  type: string
  card?: { brand: string; last4: string; exp_month: number; exp_year: number }
}

/** What a call gets instead of an answer; `none` lets one pass. */
type Fault =
  | 'none'
  | { status: number; body?: object | string }
  | 'cut'
  | 'hang'
  | 'break-off'
  | 'hang-in-body'

export interface PaymentsCall {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}

/** A stand-in for the provider's REST API: customers by metadata, their cards, and its error bodies. */
export async function startPaymentsServer() {
  const customers: TestCustomer[] = []
  const calls: PaymentsCall[] = []
  const faults: Fault[] = []
  const unreachable = new Set<string>()

  const receiver = await receiveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in')
    calls.push({ path: pathname, query: searchParams, headers: request.headers })
    const asked = /^metadata\['atrium_workspace_id'\]:'([^']*)'$/.exec(searchParams.get('query') ?? '')?.[1]
    const fault = faults.shift() ?? (unreachable.has(asked ?? '') ? 'cut' : undefined)
    if (fault !== undefined && fault !== 'none') return fail(response, fault)
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return answer(response, 401, error('invalid_request_error', 'Invalid API Key provided: sk_test_****'))
    }
    if (pathname === '/v1/customers/search') return search(response, searchParams, asked)
    const id = /^\/v1\/customers\/([^/]+)\/payment_methods$/.exec(pathname)?.[1]
    if (id !== undefined) return methods(response, id)
    answer(response, 404, error('invalid_request_error', `Unrecognized request URL (GET: ${pathname}).`))
  })

  function search(response: ServerResponse, query: URLSearchParams, workspace: string | undefined) {
    if (workspace === undefined) {
      return answer(
        response,
        400,
        error('invalid_request_error', 'We were unable to parse your search query.'),
      )
    }
    const isExpanded = query.get('expand[]') === 'data.invoice_settings.default_payment_method'
    const data = customers
      .filter((customer) => customer.workspace === workspace)
      .map(({ id, default_payment_method: method }) => ({
        id,
        object: 'customer',
        invoice_settings: { default_payment_method: isExpanded ? method : (method?.id ?? null) },
        metadata: { atrium_workspace_id: workspace },
      }))
    answer(response, 200, { object: 'search_result', url: '/v1/customers/search', has_more: false, data })
  }

  function methods(response: ServerResponse, id: string) {
    const customer = customers.find((one) => one.id === id && !one.isDeleted)
    if (!customer) {
      return answer(
        response,
        404,
        error('invalid_request_error', `No such customer: '${id}'`, 'resource_missing'),
      )
    }
    const data = customer.methods.filter(({ type }) => type === 'card')
    answer(response, 200, {
      object: 'list',
      url: `/v1/customers/${id}/payment_methods`,
      has_more: false,
      data,
    })
  }

  return {
    baseUrl: `http://127.0.0.1:${receiver.port}`,
    customers,
    calls,
    /** For the next calls, one each. */
    faults,
    unreachable,
    close: receiver.close,
  }
}

/** The provider's form of an error. */
export function error(type: string, message: string, code?: string) {
  return {
    error: { type, message, ...(code !== undefined && { code }), doc_url: 'https://example.com/errors' },
  }
}

function fail(response: ServerResponse, fault: Exclude<Fault, 'none'>): void {
  if (fault === 'hang') return
  if (fault === 'cut') {
    response.socket?.resetAndDestroy()
    return
  }
  if (typeof fault === 'object') {
    answer(response, fault.status, fault.body ?? error('api_error', 'scripted'))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"object":', () => {
    if (fault === 'break-off') response.socket?.resetAndDestroy()
  })
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
