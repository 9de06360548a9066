/** From what was sent to what is stored: each event on its own, those that do not fit with the reason. */
import {
  EVENT_DAYS,
  HEARTBEAT_EVENT,
  MAX_EVENT_NAME,
  MAX_PAGE_URL,
  MAX_PROPERTIES_LENGTH,
  type RejectReason,
  type TrackedEvent,
} from '@atrium/contract/analytics'
import { type EventBatch, emptyBatch } from './event-batch.ts'
import { timeOf } from './event-time.ts'

/** Whose events they are, as the credential says. */
export interface Attribution {
  app_id: string
  /** Empty when nobody is signed in. */
  user_id: string
  /** Whether the events may name others. */
  mayName: boolean
}

export interface ReadEvents {
  batch: EventBatch
  /** When a user was last there, in milliseconds. */
  heartbeats: Map<string, number>
  rejected: { index: number; reason: RejectReason }[]
}

const MAX_ID = 128
export const KEPT_MS = EVENT_DAYS * 86_400_000

export function readEvents(
  events: readonly TrackedEvent[],
  { app_id, user_id: own, mayName }: Attribution,
  now: number,
  isPlain: boolean,
): ReadEvents {
  const batch = emptyBatch(app_id)
  const heartbeats = new Map<string, number>()
  const rejected: ReadEvents['rejected'] = []
  for (let index = 0; index < events.length; index++) {
    const event = events[index] as TrackedEvent
    const { timestamp } = event
    // Never later than now: clocks of visitors are wrong.
    const time = typeof timestamp === 'string' ? Math.min(timeOf(timestamp), now) : now
    const user = mayName && event.user_id !== undefined ? (event.user_id ?? '') : own
    const reason = faultOf(event, user, time, now, isPlain)
    if (reason !== null) {
      rejected.push({ index, reason })
      continue
    }
    if (event.event_name === HEARTBEAT_EVENT) {
      if (user !== '' && time > (heartbeats.get(user) ?? 0)) heartbeats.set(user, time)
      continue
    }
    const { properties } = event
    if (properties && isTooLong(properties)) {
      rejected.push({ index, reason: 'properties_too_large' })
      continue
    }
    batch.times.push(time)
    batch.names.push(event.event_name)
    batch.users.push(user)
    batch.sessions.push(event.session_id ?? '')
    batch.pages.push(event.page_url ?? '')
    batch.event_ids.push(event.event_id ?? '')
    batch.properties.push(properties ?? NONE)
  }
  batch.marks = batch.event_ids
  batch.json = JSON.stringify(batch.properties)
  return { batch, heartbeats, rejected }
}

const NONE = {}

function faultOf(
  event: TrackedEvent,
  user: string,
  time: number,
  now: number,
  isPlain: boolean,
): RejectReason | null {
  const { event_name, page_url, session_id, event_id } = event
  if (event_name === '' || isUnfit(event_name, MAX_EVENT_NAME, isPlain)) return 'invalid_event_name'
  if (Number.isNaN(time)) return 'invalid_timestamp'
  if (time <= now - KEPT_MS) return 'too_old'
  if (isUnfit(user, MAX_ID, isPlain)) return 'invalid_user_id'
  if (session_id && isUnfit(session_id, MAX_ID, isPlain)) return 'invalid_session_id'
  if (page_url && isUnfit(page_url, MAX_PAGE_URL, isPlain)) return 'invalid_page_url'
  if (event_id && isUnfit(event_id, MAX_ID, isPlain)) return 'invalid_event_id'
  return null
}

/** Control characters are in no name, id or address; one of them parts the columns on their way to the database. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/

function isUnfit(text: string, most: number, isPlain: boolean): boolean {
  return text.length > most || (!isPlain && CONTROL.test(text))
}

/** Written out only when it might be: a letter takes up to six, and whatever is no text or object up to 24. */
function isTooLong(properties: object): boolean {
  let most = 2
  for (const key in properties) {
    const value = (properties as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null) most = Number.POSITIVE_INFINITY
    else most += 6 * (key.length + 1) + (typeof value === 'string' ? 6 * value.length : 24)
  }
  return most > MAX_PROPERTIES_LENGTH && JSON.stringify(properties).length > MAX_PROPERTIES_LENGTH
}
