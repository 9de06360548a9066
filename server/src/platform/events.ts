/** Facts: one module announces what happened, others listen; each listener runs, fails and is retried alone. */
import { type EventName, type EventPayload, events } from '@atrium/contract/events'
import type { Db } from './database/db.ts'
import { type Job, type JobContext, job } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'

/** The job is registered like any other, with what it needs. */
export interface Listener<Deps> {
  event: EventName
  job: Job<Deps>
}

export interface Events {
  /** Stores one job for each listener, in the transaction; nothing when nobody listens. */
  announce<N extends EventName>(tx: Db, event: N, payload: EventPayload<N>): Promise<void>
  /** What was announced, also by transactions that were rolled back; empty unless it is recorded. */
  announced: Announcement[]
}

export interface Announcement {
  event: EventName
  payload: EventPayload<EventName>
}

/** The name tells this listener from the others of the event, and must stay: stored jobs refer to it. */
export function on<N extends EventName, Deps>(
  event: N,
  name: string,
  parts: {
    retry: readonly number[]
    timeoutSeconds?: number
    run(deps: Deps, payload: EventPayload<N>, context: JobContext): Promise<void>
  },
): Listener<Deps> {
  return { event, job: job(`on.${event}.${name}`, { payload: events[event], ...parts }) }
}

export function createEvents(options: {
  jobs: Jobs
  listeners: readonly Listener<never>[]
  /** For tests. */
  record?: boolean | undefined
}): Events {
  const { jobs, listeners, record = false } = options
  const byEvent = Map.groupBy(listeners, ({ event }) => event)
  const announced: Announcement[] = []
  return {
    announced,
    async announce(tx, event, payload) {
      if (record) announced.push({ event, payload })
      const those = (byEvent.get(event) ?? []).map((listener) => listener.job)
      await jobs.sendToAll(tx, those, payload)
    },
  }
}
