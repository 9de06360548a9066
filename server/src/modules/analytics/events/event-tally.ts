/** What the events of many batches add to the counters next to them. */

import { type DayNumber, dayOf } from '../days/event-day-store.ts'
import type { EventBatch } from './event-batch.ts'

export interface Tally {
  names: NameDay[]
  users: LastEvent[]
}

/** How often an event happened on a day. */
export interface NameDay {
  app_id: string
  day: DayNumber
  name: string
  events: number
  last: number
}

export interface LastEvent {
  app_id: string
  user: string
  last: number
}

export function tallyOf(batches: readonly EventBatch[]): Tally {
  const days = new Map<string, Map<string, NameDay>>()
  const users = new Map<string, LastEvent>()
  for (const { app_id, times, names: given, users: who } of batches) {
    // To make a key costs more than all else; the events of a batch are mostly of one day and one user.
    let today: DayNumber | undefined
    let ofToday = new Map<string, NameDay>()
    let seen: LastEvent | undefined
    for (let place = 0; place < times.length; place++) {
      const time = times[place] as number
      const day = dayOf(time)
      if (day !== today) {
        today = day
        ofToday = kept(days, `${app_id}\n${day}`, () => new Map())
      }
      const name = given[place] as string
      let named = ofToday.get(name)
      if (!named) {
        named = { app_id, day, name, events: 0, last: 0 }
        ofToday.set(name, named)
      }
      named.events++
      if (time > named.last) named.last = time
      const user = who[place] as string
      if (user === '') continue
      if (seen?.user !== user) seen = kept(users, `${app_id}\n${user}`, () => ({ app_id, user, last: 0 }))
      if (time > seen.last) seen.last = time
    }
  }
  const names = [...days.values()].flatMap((ofDay) => [...ofDay.values()])
  return { names, users: [...users.values()] }
}

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}
