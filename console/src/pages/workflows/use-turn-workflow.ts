import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { withFields } from '../../at-once.ts'

interface Turned {
  id: string
  name: string
  status: 'active' | 'inactive'
}

/** Pauses a workflow that is on, and starts one that is not. */
export function useTurnWorkflow(app_id: string) {
  return useAct({
    run: ({ id: workflow_id, status }: Turned) =>
      status === 'active'
        ? client.workflows.pause({ app_id, workflow_id })
        : client.workflows.start({ app_id, workflow_id }),
    touches: ['workflows'],
    atOnce: {
      within: ['workflows', app_id],
      change: (data, { id, status }) =>
        withFields(data, id, { status: status === 'active' ? 'inactive' : 'active' }),
    },
    done: (_, { name, status }) => `${name} ${status === 'active' ? 'paused' : 'started'}`,
    failure: toastFailure,
  })
}
