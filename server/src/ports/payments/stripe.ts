/**
 * Stripe, over its REST API. The customer of a workspace is the one whose metadata says so under
 * `atrium_workspace_id`. Reads only; each is sent once.
 */
import { createCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { type Card, type CardStatus, type CardUnknown, isExpired, type Payments } from './port.ts'

export interface StripeOptions {
  /** https://api.stripe.com, or whatever stands before it. */
  baseUrl: string
  secretKey: string
  clock: Clock
  log: Log
  /** For all reads of one question together. */
  timeoutMs?: number
}

/** Answers keep this form whatever the account is set to. */
export const STRIPE_VERSION = '2026-09-30.endive'
const METADATA_KEY = 'atrium_workspace_id'

/** A card that was there is believed for so long; that none was there never is. */
const BELIEVED_MS = 60_000
const MOST_BELIEVED = 10_000
/** Workspaces have one customer; of more than these only the first are asked. */
const MOST_CUSTOMERS = 3
const MOST_CARDS = 20

interface Customer {
  id: string
  card: Card | null
}

export function stripePayments(options: StripeOptions): Payments {
  const { baseUrl, secretKey, clock, log, timeoutMs = 5_000 } = options
  const believed = createCache<Card>({
    ms: BELIEVED_MS,
    most: MOST_BELIEVED,
    now: () => clock.now().getTime(),
  })

  async function get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const address = `${baseUrl}/v1/${path}?${new URLSearchParams(query)}`
    const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION }
    const response = await fetch(address, { headers, signal, redirect: 'error' })
    const body: unknown = await response.json().catch((cause: unknown) => {
      if (signal.aborted) throw cause
      return null
    })
    if (response.ok) return body
    throw new Refusal(
      response.status,
      field(field(body, 'error'), 'code') ?? field(field(body, 'error'), 'type'),
    )
  }

  async function ask(workspaceId: string): Promise<CardStatus> {
    const signal = AbortSignal.timeout(timeoutMs)
    const found = await get(
      'customers/search',
      {
        query: `metadata['${METADATA_KEY}']:'${workspaceId}'`,
        limit: String(MOST_CUSTOMERS),
        'expand[]': 'data.invoice_settings.default_payment_method',
      },
      signal,
    )
    const seen: Card[] = []
    for (const { id, card } of list(found).flatMap(readCustomer)) {
      if (card && !isExpired(card, clock.now())) return card
      const cards = await cardsOf(id, signal)
      const good = cards.find((one) => !isExpired(one, clock.now()))
      if (good) return good
      seen.push(...cards)
    }
    return { kind: seen.length > 0 ? 'expired' : 'none' }
  }

  async function cardsOf(customer: string, signal: AbortSignal): Promise<Card[]> {
    const query = { type: 'card', limit: String(MOST_CARDS) }
    try {
      const methods = await get(`customers/${encodeURIComponent(customer)}/payment_methods`, query, signal)
      return list(methods).flatMap(readCard)
    } catch (error) {
      // Searches find customers for a while after they were deleted.
      if (error instanceof Refusal && error.code === 'resource_missing') return []
      throw error
    }
  }

  function explain(error: unknown): CardUnknown {
    if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
      // Nobody but the operator can mend this.
      log.error({ status: error.status, code: error.code }, 'the payment provider refuses our requests')
    }
    const message = `The payment provider ${error instanceof Refusal ? error.message : `did not answer (${causeOf(error)})`}.`
    return { kind: 'unavailable', message }
  }

  return {
    async cardOf(workspaceId) {
      // It becomes part of a query.
      if (!/^[\w-]{1,64}$/.test(workspaceId)) return { kind: 'none' }
      const known = believed.get(workspaceId)
      if (known) return known
      try {
        const status = await ask(workspaceId)
        if (status.kind === 'card') believed.set(workspaceId, status)
        return status
      } catch (error) {
        return explain(error)
      }
    },
  }
}

class Refusal extends Error {
  readonly status: number
  readonly code: string | null

  constructor(status: number, code: unknown) {
    const reported = typeof code === 'string' ? code : null
    super(`answered ${status}${reported ? ` ${reported}` : ''}`)
    this.status = status
    this.code = reported
  }
}

class Unreadable extends Error {
  readonly code = 'unreadable answer'
}

/** Of errors without a status only the kind is reported: their messages may quote the address. */
function causeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === 'TimeoutError') return 'time-out'
    const code = field(at, 'code')
    if (typeof code === 'string') return code
  }
  return 'broken connection'
}

function list(body: unknown): unknown[] {
  const data = field(body, 'data')
  if (!Array.isArray(data)) throw new Unreadable()
  return data
}

function readCustomer(body: unknown): Customer[] {
  const id = field(body, 'id')
  if (typeof id !== 'string') throw new Unreadable()
  if (field(body, 'deleted') === true) return []
  const method = field(field(body, 'invoice_settings'), 'default_payment_method')
  return [{ id, card: readCard(method)[0] ?? null }]
}

/** Nothing for other ways to pay. */
function readCard(method: unknown): Card[] {
  const card = field(method, 'card')
  const [brand, last4] = [field(card, 'brand'), field(card, 'last4')]
  const [exp_month, exp_year] = [field(card, 'exp_month'), field(card, 'exp_year')]
  const isWhole = typeof exp_month === 'number' && typeof exp_year === 'number'
  if (field(method, 'type') !== 'card' || !isWhole) return []
  return [
    { kind: 'card', brand: String(brand ?? 'unknown'), last4: String(last4 ?? ''), exp_month, exp_year },
  ]
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
