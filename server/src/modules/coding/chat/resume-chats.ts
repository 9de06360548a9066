import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'

/** Settles turns that nobody holds. */
export const resumeChats = job('chat.resume', {
  payload: Type.Object({}),
  retry: [],
  async run(_deps: Deps) {},
})
