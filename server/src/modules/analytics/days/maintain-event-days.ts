import { EVENT_DAYS } from '@atrium/contract/analytics'
import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { addDays, dayOf, dropDay, isHeld, listDays } from './event-day-store.ts'
import { indexDay, withoutIndexes } from './event-index-store.ts'

/** So that no writer has to wait for a day to be made, also when this does not run for a while. */
const DAYS_AHEAD = 3

/** Makes the coming days, drops those that are too old and gives those that are over their indexes. */
export const maintainEventDays = job('analytics.keep_event_days', {
  payload: Type.Object({}),
  retry: [60, 600],
  timeoutSeconds: 3_000,
  async run({ db, clock, log, longWork }: Deps, _payload, { signal }) {
    const today = dayOf(clock.now().getTime())
    await addDays(
      db,
      Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => today + ahead),
    )
    const days = await listDays(db)
    // The day itself may still hold moments that are not 60 days ago.
    for (const day of days.filter((one) => one < today - EVENT_DAYS)) {
      try {
        await dropDay(db, day)
      } catch (error) {
        if (!isHeld(error)) throw error
        log.info({ day }, 'an old day of events is still being read; it is dropped the next time')
      }
    }
    const over = days.filter((one) => one >= today - EVENT_DAYS && one < today)
    for (const day of await withoutIndexes(db, over)) {
      if (signal.aborted) return
      await longWork(signal, (own) => indexDay(own, day))
    }
  },
})
