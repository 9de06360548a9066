/** Which events are asked for, as far as the contract's schema cannot say it. */
import { EVENT_DAYS } from '@atrium/contract/analytics'
import { invalid } from '../../../platform/errors.ts'
import { parseQueryJson } from '../../../platform/http/body.ts'
import { readTime } from '../../../platform/time/read-time.ts'
import { DAY_MS } from '../days/event-day-store.ts'

export interface EventFilter {
  app_id: string
  /** Null for all. */
  event_names: readonly string[] | null
  user_id: string | null
  session_id: string | null
  /** As JSON; null for all. */
  properties: string | null
  since: Date
  /** Exclusive; null for no end. */
  until: Date | null
}

export interface AskedFor {
  event_name?: string | readonly string[] | undefined
  user_id?: string | undefined
  session_id?: string | undefined
  properties?: unknown
  since?: string | undefined
  until?: string | undefined
}

const DEFAULT_DAYS = 30
const MOST_PROPERTIES = 10

export function readFilter(appId: string, asked: AskedFor, now: Date, loc: 'query' | 'body'): EventFilter {
  const { event_name, user_id = null, session_id = null, properties, since, until } = asked
  const before = (days: number) => now.getTime() - days * DAY_MS
  const from = since === undefined ? before(DEFAULT_DAYS) : readTime(since, [loc, 'since']).getTime()
  return {
    app_id: appId,
    event_names: event_name === undefined ? null : typeof event_name === 'string' ? [event_name] : event_name,
    user_id,
    session_id,
    properties: properties === undefined ? null : readProperties(properties, [loc, 'properties']),
    since: new Date(Math.max(from, before(EVENT_DAYS))),
    until: until === undefined ? null : readTime(until, [loc, 'until']),
  }
}

function readProperties(sent: unknown, loc: string[]): string {
  const wanted = typeof sent === 'string' ? parseQueryJson(sent, 'properties', 'Input should be JSON') : sent
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    throw invalid(loc, 'dict_type', 'Input should be an object of properties and their values')
  }
  const entries = Object.entries(wanted)
  if (entries.length > MOST_PROPERTIES) {
    throw invalid(loc, 'too_long', `At most ${MOST_PROPERTIES} properties can be asked for`)
  }
  const [odd] = entries.find(([, value]) => typeof value === 'object' && value !== null) ?? []
  if (odd !== undefined) {
    throw invalid([...loc, odd], 'value_error', 'A value should be a text, a number, a boolean or null')
  }
  return JSON.stringify(wanted)
}
