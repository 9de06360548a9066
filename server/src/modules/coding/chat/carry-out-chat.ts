import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'

/** Says that a message to the app builder waits. */
export const carryOutChat = job('chat.carry_out', {
  payload: Type.Object({ message_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: 3_600,
  async run(deps: Deps) {
    await takeChats(deps)
  },
})

export async function takeChats(_deps: Deps): Promise<'full' | 'none_waits'> {
  throw new Error('not built')
}
