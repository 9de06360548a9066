/** Holds what the database says of deliveries against what clients were answered and endpoints received. */
import type { Arrival } from './webhook-sink.ts'

/** A message that was answered with success, and when. */
export interface Acknowledged {
  agent_id: string
  message_id: string
  sent: number
  answered: number
}

export interface Span {
  from: number
  to: number
}

export interface WebhookPast {
  id: string
  agent_id: string
  arrivals: readonly Arrival[]
  /** When it may have been off. */
  off: readonly Span[]
}

export interface Past {
  acknowledged: readonly Acknowledged[]
  webhooks: readonly WebhookPast[]
  /** When nodes were killed, and when frozen ones went on. */
  kills: readonly number[]
  thaws: readonly number[]
}

export interface FoundDelivery {
  id: string
  webhook_id: string
  event_id: string
  conversation_id: string
  message_id: string
  type: string
  seq: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  epoch: number
  attempt: number
}

/** In the order in which they were committed. */
export interface FoundAttempt {
  delivery_id: string
  attempt: number
  outcome: 'succeeded' | 'failed' | 'stale'
  started: number
}

export interface FoundWebhook {
  id: string
  epoch: number
  consecutive_failures: number
  is_off: boolean
}

export interface Found {
  webhooks: readonly FoundWebhook[]
  deliveries: readonly FoundDelivery[]
  attempts: readonly FoundAttempt[]
  /** Lanes that somebody still holds. */
  held: number
}

/** What is not as promised, as sentences. */
export function faultsOf(past: Past, found: Found, mostAttempts: number): string[] {
  const attemptsOf = Map.groupBy(found.attempts, (one) => one.delivery_id)
  const arrivalsOf = Map.groupBy(
    past.webhooks.flatMap(({ arrivals }) => arrivals),
    (one) => one.delivery_id,
  )
  const epochOf = new Map(found.webhooks.map(({ id, epoch }) => [id, epoch]))
  const isCanceled = ({ status, epoch, webhook_id }: FoundDelivery) =>
    status === 'canceled' || (status === 'pending' && epoch !== epochOf.get(webhook_id))
  return [
    ...lostEvents(past, found),
    ...found.deliveries.flatMap((one) => {
      const attempts = attemptsOf.get(one.id) ?? []
      const arrivals = arrivalsOf.get(one.id) ?? []
      return [
        ...endOf(one, attempts, arrivals, isCanceled(one), mostAttempts),
        ...fenced(one, attempts),
        ...explained(one, attempts, arrivals, past),
      ]
    }),
    ...outOfOrder(found.deliveries, attemptsOf, arrivalsOf),
    ...miscounted(found),
    ...sentWhileOff(past, found),
    ...(found.held > 0 ? [`${found.held} lanes are still held`] : []),
  ]
}

/** Every answered message has its events, and a delivery of each for every webhook that was surely on. */
function lostEvents({ acknowledged, webhooks }: Past, { deliveries }: Found): string[] {
  const there = new Set(deliveries.map((one) => `${one.webhook_id} ${one.message_id} ${one.type}`))
  return acknowledged.flatMap(({ agent_id, message_id, sent, answered }) =>
    webhooks
      .filter((one) => one.agent_id === agent_id)
      .filter(({ off }) => !off.some(({ from, to }) => from <= answered && sent <= to))
      .flatMap(({ id }) =>
        ['message.created', 'message.completed']
          .filter((type) => !there.has(`${id} ${message_id} ${type}`))
          .map((type) => `${type} of ${message_id} was never queued for ${id}`),
      ),
  )
}

function endOf(
  { id, status, attempt }: FoundDelivery,
  attempts: readonly FoundAttempt[],
  arrivals: readonly Arrival[],
  isCanceled: boolean,
  mostAttempts: number,
): string[] {
  if (isCanceled) return []
  if (status === 'pending') return [`${id} is still pending after ${attempt} attempts`]
  if (status === 'failed')
    return attempt === mostAttempts ? [] : [`${id} failed after ${attempt} of ${mostAttempts} attempts`]
  if (!arrivals.some(({ mode }) => mode === 'ok')) return [`${id} succeeded, but no endpoint has it`]
  return attempts.some(({ outcome }) => outcome === 'succeeded') ? [] : [`${id} succeeded without an attempt`]
}

/** Attempts that counted are numbered without a gap, and a success is the last of them. */
function fenced({ id, attempt, status }: FoundDelivery, attempts: readonly FoundAttempt[]): string[] {
  const counted = attempts.filter(({ outcome }) => outcome !== 'stale')
  const numbers = counted.map((one) => one.attempt)
  const isWhole = numbers.length === attempt && numbers.every((number, n) => number === n + 1)
  const wrong = isWhole ? [] : [`${id} has attempts ${numbers.join(', ')} but counts ${attempt}`]
  const success = counted.findIndex(({ outcome }) => outcome === 'succeeded')
  if (success >= 0 && (success !== counted.length - 1 || status !== 'succeeded'))
    wrong.push(`${id} went on after its success and is ${status}`)
  return wrong
}

const IN_FLIGHT_MS = 15_000
/** How late a request may be noted that was sent before the kill. */
const NOTED_LATE_MS = 3_000

/** A request that nobody has logged was made by a node that was killed with it under way. */
function explained(
  { id }: FoundDelivery,
  attempts: readonly FoundAttempt[],
  arrivals: readonly Arrival[],
  { kills }: Past,
): string[] {
  const extra = arrivals.length - attempts.length
  if (extra <= 0) return []
  const causes = arrivals.filter(({ at }) =>
    kills.some((kill) => at - NOTED_LATE_MS <= kill && kill <= at + IN_FLIGHT_MS),
  )
  return causes.length >= extra
    ? []
    : [`${id} was sent ${extra} times more than logged, and no node was killed`]
}

/** First attempts of one conversation follow each other as its events do. */
function outOfOrder(
  deliveries: readonly FoundDelivery[],
  attemptsOf: ReadonlyMap<string, readonly FoundAttempt[]>,
  arrivalsOf: ReadonlyMap<string, readonly Arrival[]>,
): string[] {
  const lines = Map.groupBy(deliveries, (one) => `${one.webhook_id} ${one.conversation_id}`)
  return [...lines].flatMap(([line, those]) => {
    let before = { at: 0, id: '' }
    return those
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap(({ id }) => {
        const times = [
          ...(attemptsOf.get(id) ?? []).map(({ started }) => started),
          ...(arrivalsOf.get(id) ?? []).map(({ at }) => at),
        ]
        const at = Math.min(...times)
        if (times.length === 0) return []
        const wrong =
          at < before.at ? [`${line}: ${id} was sent ${before.at - at} ms before ${before.id}`] : []
        before = { at: Math.max(at, before.at), id }
        return wrong
      })
  })
}

/** The counters, replayed from the attempts: each epoch that is over ended with the 20th failure. */
function miscounted({ webhooks, deliveries, attempts }: Found): string[] {
  const byId = new Map(deliveries.map((one) => [one.id, one]))
  const counts = new Map<string, number>()
  for (const { delivery_id, outcome, attempt } of attempts) {
    const delivery = byId.get(delivery_id)
    if (!delivery || outcome === 'stale') continue
    const key = `${delivery.webhook_id} ${delivery.epoch}`
    const before = counts.get(key) ?? 0
    if (before === 20) continue
    counts.set(key, outcome === 'succeeded' ? 0 : before + (attempt === 1 ? 1 : 0))
  }
  return webhooks.flatMap(({ id, epoch, consecutive_failures, is_off }) => {
    const live = is_off ? epoch - 1 : epoch
    const replayed = counts.get(`${id} ${live}`) ?? 0
    const wrong =
      replayed === consecutive_failures && is_off === (replayed === 20)
        ? []
        : [`${id} counts ${consecutive_failures}, replayed ${replayed}, and is ${is_off ? 'off' : 'on'}`]
    // On, off, on: every second epoch is one in which it was on.
    for (let past = live - 2; past >= 0; past -= 2) {
      const count = counts.get(`${id} ${past}`) ?? 0
      if (count !== 20) wrong.push(`${id} was turned off in epoch ${past} after ${count} failures`)
    }
    return wrong
  })
}

const OFF_GRACE_MS = 1_500

/** Once it is off, only what was under way ends; a node that was frozen may begin one attempt more. */
function sentWhileOff({ webhooks, thaws }: Past, { deliveries, attempts }: Found): string[] {
  const webhookOf = new Map(deliveries.map((one) => [one.id, one]))
  const pastOf = new Map(webhooks.map((one) => [one.id, one]))
  return attempts.flatMap(({ delivery_id, started }) => {
    const delivery = webhookOf.get(delivery_id)
    // The epochs in which it was on are 0, 2, 4 …; the turn-off that ended one is the span of that number.
    const off = delivery && pastOf.get(delivery.webhook_id)?.off[delivery.epoch / 2]
    if (!off || started <= off.from + OFF_GRACE_MS) return []
    if (thaws.some((thaw) => thaw <= started && started <= thaw + OFF_GRACE_MS)) return []
    return [`${delivery_id} was sent ${started - off.from} ms after its webhook was turned off`]
  })
}
