import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'

/** Deletes what is older than its retention. */
export const purgeSessions = job('coding.purge', {
  payload: Type.Object({}),
  retry: [],
  async run(_deps: Deps) {},
})
