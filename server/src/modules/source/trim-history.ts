import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { sourceStore } from './store.ts'

/** How much of the past is kept next to the files as they are. */
export const KEPT_HISTORY = { commits: 1_000, bytes: 100 * 1024 * 1024 }

/** Cuts the history where it is long enough, and removes what no commit that counts needs. */
export const trimHistory = job('source.trim_history', {
  payload: Type.Object({ app_id: Type.String() }),
  retry: [60, 600],
  async run({ db, sourceStorage, log }: Deps, { app_id }) {
    const source = await sourceStore(db).find(app_id)
    if (!source || source.is_deleted) return
    const survey = await sourceStorage.survey(app_id, source.commit_id, KEPT_HISTORY)
    // Inside the transaction, because of what it holds back: nobody may build on what is being removed.
    const swept = await transaction(db, async (tx) => {
      const newest = await sourceStore(tx).holdBack(app_id)
      return newest === undefined ? null : survey.sweep(newest)
    })
    if (swept) log.info({ app_id, ...swept }, 'the history of an app’s code was tidied up')
  },
})
