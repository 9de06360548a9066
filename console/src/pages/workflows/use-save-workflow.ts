import { ApiError } from '@atrium/sdk'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'
import type { WorkflowChanges, WorkflowDraft } from './workflow-draft.ts'

/** Saves what differs; a refusal goes to its places in the draft. */
export function useSaveWorkflow(draft: WorkflowDraft) {
  const { appId, saved } = draft
  return useAct({
    run: async (changes: WorkflowChanges) => {
      try {
        const workflow = await client.workflows.update({ app_id: appId, workflow_id: saved.id }, changes)
        draft.setRefusal(null)
        return workflow
      } catch (error) {
        draft.setRefusal(error)
        // What somebody else saved is shown next to one's own.
        if (error instanceof ApiError && error.code === 'workflow_changed') await refresh('workflows')
        throw error
      }
    },
    touches: ['workflows'],
    done: ({ name }) => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
}
