import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'

/** Says that a session waits. The oldest is taken, be it this one or not. */
export const carryOutSession = job('coding.carry_out', {
  payload: Type.Object({ session_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: 3_600,
  async run(deps: Deps) {
    await takeSessions(deps)
  },
})

/** Takes the sessions that wait, oldest first, as long as there is room on this server. */
export async function takeSessions(_deps: Deps): Promise<'full' | 'none_waits'> {
  throw new Error('not built')
}
