/**
 * Events that are stored before they are answered, against a bare route that only parses the same batch and answers; then
 * what it costs to take them apart, and to read them before and after.
 */
import { createClient } from '@atrium/sdk'
import { dayOf } from '../server/src/modules/analytics/days/event-day-store.ts'
import { type BatchPosition, unpackSome } from '../server/src/modules/analytics/events/event-unpack-store.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { createLog } from '../server/src/platform/log.ts'
import { type Contest, duel, type Load, withContest } from './harness.ts'

/** How many events a request brings: one click, what a page gathers in some seconds, what a backend sends, and the most. */
const BATCHES = [1, 10, 100, 500]
const USERS = 10_000

export async function analyticsIngest(): Promise<void> {
  await withContest(
    [],
    async (contest) => {
      const { atrium, bare, token, database } = contest
      const { id } = await createClient({ baseUrl: atrium.address, token }).apps.create({ name: 'Bench' })
      const ours = `${atrium.address}/api/apps/${id}/analytics/track/batch`
      for (const size of BATCHES) {
        await duel(contest, {
          title: `analytics-ingest: ${size} events a request, each with an id of its own`,
          target: 0.5,
          atrium: sending(ours, size, token),
          bare: sending(`${bare.address}/parse`, size, token),
        })
        await requireAllStored(database)
      }
      await takeApart(contest)
    },
    NO_BACKGROUND,
  )
}

/** The job that takes events apart would run while the bare server is measured too; it is timed at the end instead. */
const NO_BACKGROUND = { ROLE: 'api' }

async function takeApart({ connection, database }: Contest): Promise<void> {
  const count = async (what: string) => {
    const began = performance.now()
    const { rows } = await database.query(
      `select count(*)::int as events, count(distinct user_id) from ${what}`,
    )
    return { events: Number(rows[0].events), ms: performance.now() - began }
  }
  const waiting = await count('analytics_waiting_events')
  const { db, close } = openDatabase({ connection, maxConnections: 1, log: createLog('warn') })
  const began = performance.now()
  let position: BatchPosition | undefined = { app_id: '', seq: 0 }
  while (position) position = (await unpackSome(db, position, 100, dayOf(Date.now()) - 60)).at(-1)
  const seconds = (performance.now() - began) / 1000
  await close()
  const rows = await count('analytics_event_rows')
  const micros = ({ events, ms }: typeof rows) => ((ms * 1000) / events).toFixed(1)
  console.log(
    `\nanalytics-ingest: ${waiting.events.toLocaleString('en')} events taken apart at ` +
      `${Math.round(waiting.events / seconds).toLocaleString('en')}/s; to count the users of an event takes ` +
      `${micros(waiting)} µs before and ${micros(rows)} µs after`,
  )
}

/** What was answered is there: as many events as ids, and as many users as counters say. */
async function requireAllStored(database: Contest['database']): Promise<void> {
  const { rows } = await database.query(
    `select (select count(*) from analytics_events) as events, (select sum(bit_count(mask)) from analytics_event_ids) as ids,
            (select sum(events) from event_name_days) as named,
            (select count(*) from user_last_event) as users, (select sum(users) from activity_bucket) as counted`,
  )
  const { events, ids, named, users, counted } = rows[0]
  console.log(
    `  stored ${Number(events).toLocaleString('en')} events of ${Number(users).toLocaleString('en')} users`,
  )
  if (events !== ids || events !== named || users !== counted)
    throw new Error(`counters differ: ${JSON.stringify(rows[0])}`)
}

/**
 * The same form each time, with other ids and another user: what a page or backend sends. Only the numbers are written
 * again, since the sender shares the processors with those who answer.
 */
function sending(url: string, size: number, token: string): Load {
  const now = Date.now()
  const body = Buffer.from(
    JSON.stringify({
      events: Array.from({ length: size }, (_, place) => ({
        event_name: ['page_view', 'add_to_basket', 'checkout'][place % 3],
        properties: { product: `item ${place}`, price: 12.5 + place, currency: 'EUR' },
        timestamp: new Date(now - place * 250).toISOString(),
        page_url: `/shop/items/${place}`,
        user_id: `usr_${USER}`,
        session_id: `ses_${USER}`,
        event_id: `evt-${now}-${NUMBER}-${place}`,
      })),
    }),
  )
  const users = placesOf(USER, body)
  const numbers = placesOf(NUMBER, body)
  let next = 0
  return {
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const n = next++
          // In place: it is copied behind its headers at once.
          write(body, users, (n * 7919) % USERS, USER.length)
          write(body, numbers, n, NUMBER.length)
          return { ...request, body }
        },
      },
    ],
  }
}

const USER = '#####'
const NUMBER = '%%%%%%%'

function placesOf(mark: string, body: Buffer): number[] {
  const places: number[] = []
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) places.push(at)
  return places
}

function write(body: Buffer, places: readonly number[], value: number, digits: number): void {
  const text = Buffer.from(String(value).padStart(digits, '0'))
  for (const place of places) body.set(text, place)
}
