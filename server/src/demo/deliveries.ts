/** What the webhooks sent while they were on; archives leave it out. */
import type { ImportedAttempt, ImportedDelivery } from '../modules/webhooks/index.ts'
import { seededRandom } from './random.ts'

const DAY_S = 86_400
/** When a delivery that fails is tried: at once, then after the usual waits. */
const TRIES_S = [0, 5, 65, 365, 2_165, 9_365]
/** So many failures in a row turn a webhook off. */
const FAILURES = 20
/** The next event comes when the last try of the one before has failed. */
const BETWEEN_S = 10_000
const FIRST_DAYS = 27

const TICKETS = { webhook_id: 'whk_demo_tickets', app_id: 'app_demo_helpdesk' }
const REORDERS = { webhook_id: 'whk_demo_reorders', app_id: 'app_demo_stock_watch' }
/** As `webhooks.ts` says of both. */
const TICKETS_OFF_DAYS = 2
const REORDERS_LAST_DAYS = 9

export function demoDeliveries(now: Date): ImportedDelivery[] {
  const random = seededRandom(20_261_119)
  const at = (seconds_ago: number) => new Date(now.getTime() - seconds_ago * 1_000)
  const arrived = (of: typeof TICKETS, firstDay: number, lastDay: number, most: number) =>
    Array.from({ length: firstDay - lastDay + 1 }, (_, n) => firstDay - n).flatMap((day) =>
      Array.from({ length: random.whole(1, most) }, () => {
        const happened_at = at(day * DAY_S + random.whole(0, DAY_S - 1))
        const attempt = {
          ...{ started_at: happened_at, duration_ms: random.whole(80, 420), status_code: 200 },
          ...{ response_body: 'ok', retry_seconds: null },
        }
        return delivery(of, happened_at, 'succeeded', [attempt])
      }),
    )
  return [
    ...arrived(TICKETS, FIRST_DAYS, TICKETS_OFF_DAYS + 2, 7),
    ...arrived(REORDERS, FIRST_DAYS, REORDERS_LAST_DAYS, 3),
    ...failed(at),
  ].toSorted((a, b) => a.happened_at.getTime() - b.happened_at.getTime())
}

/** The endpoint was down: each event was tried to its end, until the last failure turned the webhook off. */
function failed(at: (seconds_ago: number) => Date): ImportedDelivery[] {
  const events = Math.ceil(FAILURES / TRIES_S.length)
  const tries = Array.from({ length: FAILURES }, (_, n) => ({
    event: Math.floor(n / TRIES_S.length),
    place: n % TRIES_S.length,
  }))
  const secondsOf = ({ event, place }: (typeof tries)[number]) => event * BETWEEN_S + (TRIES_S[place] ?? 0)
  const off = secondsOf(tries.at(-1) ?? { event: 0, place: 0 })
  const moment = (seconds: number) => at(TICKETS_OFF_DAYS * DAY_S + off - seconds)
  return Array.from({ length: events }, (_, event) => {
    const own = tries.filter((one) => one.event === event)
    const attempts = own.map((one) => ({
      started_at: moment(secondsOf(one)),
      ...{ duration_ms: 310, status_code: 503, response_body: 'Down for maintenance' },
      retry_seconds:
        one.place === TRIES_S.length - 1 ? null : (TRIES_S[one.place + 1] ?? 0) - (TRIES_S[one.place] ?? 0),
    }))
    const status = own.length === TRIES_S.length ? 'failed' : 'canceled'
    return delivery(TICKETS, moment(event * BETWEEN_S), status, attempts)
  })
}

function delivery(
  { webhook_id, app_id }: typeof TICKETS,
  happened_at: Date,
  status: ImportedDelivery['status'],
  attempts: readonly ImportedAttempt[],
): ImportedDelivery {
  const talk = `${webhook_id.slice('whk_demo_'.length)}_${Math.floor(happened_at.getTime() / 1_000) % 100_000}`
  const message = {
    ...{ id: `msg_demo_${talk}`, role: 'assistant', content: CONTENT[app_id] ?? '', file_urls: [] },
    ...{ status: 'completed', created_date: happened_at.toISOString() },
  }
  return {
    ...{ webhook_id, app_id, type: 'message.completed', happened_at, status, attempts },
    payload: { agent_id: app_id, conversation_id: `cnv_demo_${talk}`, data: { message } },
  }
}

const CONTENT: Readonly<Record<string, string>> = {
  app_demo_helpdesk: 'I noted it for the returns desk. They answer within a working day.',
  app_demo_stock_watch: 'Oak boards of 27 mm reach the reorder point on Thursday. I propose 40 m².',
}
