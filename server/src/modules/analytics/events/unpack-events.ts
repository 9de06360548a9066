import { setTimeout as wait } from 'node:timers/promises'
import { EVENT_DAYS } from '@atrium/contract/analytics'
import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { dayOf } from '../days/event-day-store.ts'
import type { Deps } from '../deps.ts'
import { type BatchPosition, unpackSome } from './event-unpack-store.ts'

const BATCHES = 100
/** Three times as long as it works, so that it takes a quarter of one core from those who send and read. */
const REST = 3

/** Gives the events that came since the last time rows of their own, app by app. */
export const unpackEvents = job('analytics.unpack_events', {
  payload: Type.Object({}),
  retry: [],
  timeoutSeconds: 600,
  async run({ db, clock }: Deps, _payload, { signal }) {
    const firstDay = dayOf(clock.now().getTime()) - EVENT_DAYS
    let position: BatchPosition | undefined = { app_id: '', seq: 0 }
    while (position && !signal.aborted) {
      const began = performance.now()
      const taken: BatchPosition[] = await unpackSome(db, position, BATCHES, firstDay)
      position = taken[BATCHES - 1]
      if (position) await wait((performance.now() - began) * REST)
    }
  },
})
