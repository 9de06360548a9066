/** Sixty days of people in two apps: a shop that grows, with busy weekends, and an office tool with quiet ones. */
import { type DemoMember, demoMembers } from './people.ts'
import { type Random, seededRandom } from './random.ts'

const DAYS = 60
const DAY_S = 86_400
/** Weeks look as weeks do on the day of the import; without one they look as on this Wednesday. */
export const SOME_DAY = new Date('2026-11-11T15:30:00Z')

interface Traffic {
  app_id: string
  seed: number
  /** Visits on an ordinary day, 60 days ago and today. */
  visits: readonly [from: number, to: number]
  /** From Sunday to Saturday. */
  week: readonly [number, ...number[]]
  /** In hours of the day. */
  open: readonly [from: number, to: number]
  /** The share of visits by nobody in particular. */
  anonymous: number
  people: readonly string[]
  steps(random: Random): Step[]
}

interface Step {
  event_name: string
  page_url: string
  properties?: Record<string, unknown>
}

interface DemoEvent extends Step {
  app_id: string
  user_id?: string
  session_id: string
  timestamp: string
  seconds_ago: number
}

export function demoTraffic(members: readonly DemoMember[], now: Date) {
  const traffic = trafficOf(members, now)
  return {
    analytics_events: traffic.flatMap(({ events }) => events.map(({ seconds_ago, ...event }) => event)),
    heartbeats: traffic.flatMap(({ app }) => heartbeatsOf(app)),
    user_counts: traffic.flatMap(({ app, events }) => countsOf(app, events)),
  }
}

/** The same people as the log of visits has them: once for each time that they came. */
export function demoVisits(now: Date) {
  const members = demoMembers()
  const emails = new Map(members.map(({ user_id, email }) => [user_id, email]))
  return trafficOf(members, now).flatMap(({ events }) =>
    events
      .filter(({ event_name }) => event_name === 'page_view')
      .map(({ app_id, page_url, user_id, seconds_ago }) => ({
        ...{ app_id, page: page_url, user_id: user_id ?? null, user_email: emails.get(user_id) ?? null },
        ...{ visits: 1, created_date: new Date(now.getTime() - seconds_ago * 1_000) },
      })),
  )
}

function trafficOf(members: readonly DemoMember[], now: Date) {
  const staff = members.flatMap(({ user_id, role, status }) =>
    user_id && status === 'joined' && (role === 'editor' || role === 'viewer') ? [user_id] : [],
  )
  const apps: Traffic[] = [
    {
      app_id: 'app_demo_storefront',
      seed: 20_261_107,
      visits: [28, 60],
      week: [1.5, 0.8, 0.8, 0.9, 1, 1.2, 1.6],
      open: [7, 23],
      anonymous: 0.35,
      people: Array.from({ length: 480 }, (_, place) => `shopper_${String(place + 1).padStart(3, '0')}`),
      steps: shopVisit,
    },
    {
      app_id: 'app_demo_orders',
      seed: 20_261_108,
      visits: [16, 24],
      week: [0.05, 1.1, 1.15, 1, 1, 0.9, 0.1],
      open: [7, 18],
      anonymous: 0,
      people: staff,
      steps: orderDesk,
    },
  ]
  return apps.map((app) => ({ app, events: eventsOf(app, now) }))
}

/** Oldest first. */
function eventsOf(app: Traffic, now: Date): DemoEvent[] {
  const { app_id, visits, week, open, anonymous, people } = app
  const random = seededRandom(app.seed)
  const secondOfDay = Math.floor(now.getTime() / 1000) % DAY_S
  const events: DemoEvent[] = []
  for (let day = DAYS - 1; day >= 0; day--) {
    const grown = visits[0] + ((visits[1] - visits[0]) * (DAYS - 1 - day)) / (DAYS - 1)
    const weekday = new Date(now.getTime() - day * DAY_S * 1000).getUTCDay()
    const count = Math.round((grown * (week[weekday] ?? 1) * random.whole(85, 115)) / 100)
    for (let visit = 0; visit < count; visit++) {
      // The middle of the day is the busiest.
      const hour = (random.whole(open[0] * 60, open[1] * 60) + random.whole(open[0] * 60, open[1] * 60)) / 120
      const began = day * DAY_S + secondOfDay - Math.round(hour * 3_600) - random.whole(0, 59)
      const person = random.chance(anonymous) ? null : whoComes(people, day, random)
      const session_id = `visit_${app.seed % 1000}_${day}_${visit}`
      let seconds_ago = began
      for (const step of app.steps(random)) {
        if (seconds_ago > 30 && seconds_ago < DAYS * DAY_S - 3_600) {
          const user = person === null ? {} : { user_id: person }
          events.push({ app_id, ...step, ...user, session_id, timestamp: `now-${seconds_ago}s`, seconds_ago })
        }
        seconds_ago -= random.whole(8, 150)
      }
    }
  }
  return events.sort((a, b) => b.seconds_ago - a.seconds_ago)
}

/** Regulars come often; others found the app on some day and left it on another. */
function whoComes(people: readonly string[], day: number, random: Random): string {
  const regulars = Math.ceil(people.length / 8)
  if (random.chance(0.45)) return people[random.whole(0, regulars - 1)] ?? ''
  // A window of people that moves on with the days, so that some stay away from then on.
  const others = people.length - regulars
  const from = Math.floor(((DAYS - day) / (DAYS + 20)) * others)
  return people[regulars + ((from + random.skewed(Math.ceil(others / 4), 2)) % others)] ?? ''
}

function heartbeatsOf({ app_id, people, seed }: Traffic) {
  const random = seededRandom(seed)
  const there = random.shuffled(people.slice(0, 40)).slice(0, random.whole(7, 14))
  return there.map((user_id) => ({ app_id, user_id, seen_at: `now-${random.whole(1, 60)}s` }))
}

/** As they would have been noted, once a day. */
function countsOf({ app_id, seed }: Traffic, events: readonly DemoEvent[]) {
  const random = seededRandom(seed)
  const lastSeen = new Map<string, number>()
  const counts = []
  let next = 0
  for (let day = DAYS - 1; day > 0; day--) {
    const moment = day * DAY_S
    for (let event = events[next]; event && event.seconds_ago >= moment; event = events[++next]) {
      if (event.user_id) lastSeen.set(event.user_id, event.seconds_ago)
    }
    const away = [...lastSeen.values()].map((seconds) => (seconds - moment) / DAY_S)
    counts.push({
      app_id,
      taken_at: `now-${day * 24}h`,
      active_users: away.filter((days) => days < 7).length,
      live_users: random.whole(3, 15),
      inactive_7d: away.filter((days) => days >= 7 && days < 30).length,
      inactive_30d: away.filter((days) => days >= 30).length,
    })
  }
  return counts
}

const GOODS = [
  ['Oak table Veer 180', 1_290, 'tables'],
  ['Chair Reling', 245, 'chairs'],
  ['Bench Steiger', 480, 'chairs'],
  ['Shelf Mast', 365, 'storage'],
  ['Linen sofa Golf', 2_150, 'sofas'],
  ['Side table Boei', 189, 'tables'],
] as const

function shopVisit(random: Random): Step[] {
  const steps: Step[] = [
    { event_name: 'page_view', page_url: '/', properties: { source: random.pick(SOURCES) } },
  ]
  if (random.chance(0.25)) {
    const query = random.pick(['oak', 'chair', 'sofa grey', 'shelf 80 cm'])
    steps.push({
      event_name: 'search',
      page_url: '/search',
      properties: { query, results: random.whole(0, 24) },
    })
  }
  const seen = random.shuffled(GOODS).slice(0, random.whole(0, 2))
  for (const [product, price, category] of seen) {
    steps.push({
      event_name: 'product_viewed',
      page_url: `/${category}/${product.toLowerCase().replaceAll(' ', '-')}`,
      properties: { product, price, category },
    })
  }
  const [wanted] = seen
  if (!wanted || !random.chance(0.4)) return steps
  const pieces = random.skewed(6, 3)
  steps.push({
    event_name: 'added_to_basket',
    page_url: '/basket',
    properties: { product: wanted[0], pieces },
  })
  if (!random.chance(0.45)) return steps
  const total = wanted[1] * pieces
  const paid = random.pick(['card', 'card', 'invoice', 'transfer'])
  steps.push({
    event_name: 'checkout_completed',
    page_url: '/thanks',
    properties: { total, currency: 'EUR', paid },
  })
  return steps
}

const SOURCES = ['search', 'search', 'newsletter', 'direct', 'ad'] as const

function orderDesk(random: Random): Step[] {
  const steps: Step[] = [{ event_name: 'page_view', page_url: '/orders' }]
  for (let turn = random.whole(0, 2); turn > 0; turn--) {
    const ms = random.skewed(4_000, 3)
    const pieces = random.whole(1, 6)
    steps.push(
      random.chance(0.7)
        ? { event_name: 'order_opened', page_url: '/orders/detail', properties: { ms } }
        : { event_name: 'label_printed', page_url: '/orders/labels', properties: { pieces } },
    )
  }
  if (random.chance(0.1)) steps.push({ event_name: 'export_requested', page_url: '/orders/export' })
  return steps
}
