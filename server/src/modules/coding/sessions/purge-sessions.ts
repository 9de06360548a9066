import { SESSION_DAYS } from '@atrium/contract/coding-sessions'
import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { purgeStore } from './purge-store.ts'

const DAY_MS = 86_400_000
const BATCH = 100
/** What is left is for the next night. */
const MOST_BATCHES = 1_000

/** Sessions that ended long ago go, with their launch keys; so do messages to the app builder. // G538 */
export const purgeSessions = job('coding.purge', {
  payload: Type.Object({}),
  retry: [600],
  timeoutSeconds: 3_600,
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>, _payload, { signal }) {
    const before = new Date(clock.now().getTime() - SESSION_DAYS * DAY_MS)
    const { deleteEnded, deleteEndedChats } = purgeStore(db)
    for (const deleteSome of [deleteEnded, deleteEndedChats]) await inBatches(deleteSome, before, signal)
  },
})

async function inBatches(
  deleteSome: (before: Date, limit: number) => Promise<number>,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    signal.throwIfAborted()
    if ((await deleteSome(before, BATCH)) < BATCH) return
  }
}
