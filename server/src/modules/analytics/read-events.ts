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
    const reason = faultOf(event, user, time, now)
    if (reason !== null) {
      rejected.push({ index, reason })
      continue
    }
    if (event.event_name === HEARTBEAT_EVENT) {
      if (user !== '' && time > (heartbeats.get(user) ?? 0)) heartbeats.set(user, time)
      continue
    }
    const properties = event.properties ? JSON.stringify(event.properties) : '{}'
    if (properties.length > MAX_PROPERTIES_LENGTH) {
      rejected.push({ index, reason: 'properties_too_large' })
      continue
    }
    const eventId = event.event_id ?? ''
    batch.times.push(time)
    batch.names.push(event.event_name)
    batch.users.push(user)
    batch.sessions.push(event.session_id ?? '')
    batch.pages.push(event.page_url ?? '')
    batch.event_ids.push(eventId)
    batch.marks.push(eventId)
    batch.properties.push(properties)
    batch.length += properties.length
  }
  return { batch, heartbeats, rejected }
}

function faultOf(event: TrackedEvent, user: string, time: number, now: number): RejectReason | null {
  const { event_name, page_url, session_id, event_id } = event
  if (event_name === '' || isUnfit(event_name, MAX_EVENT_NAME)) return 'invalid_event_name'
  if (Number.isNaN(time)) return 'invalid_timestamp'
  if (time <= now - KEPT_MS) return 'too_old'
  if (isUnfit(user, MAX_ID)) return 'invalid_user_id'
  if (session_id && isUnfit(session_id, MAX_ID)) return 'invalid_session_id'
  if (page_url && isUnfit(page_url, MAX_PAGE_URL)) return 'invalid_page_url'
  if (event_id && isUnfit(event_id, MAX_ID)) return 'invalid_event_id'
  return null
}

/** Control characters are in no name, id or address; one of them parts the columns on their way to the database. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/

function isUnfit(text: string, most: number): boolean {
  return text.length > most || CONTROL.test(text)
}
