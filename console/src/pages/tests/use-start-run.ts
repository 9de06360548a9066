import { ApiError } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

interface Started {
  flow_id: string
  /** The page stays: something typed there is not saved. */
  stays?: boolean
}

/** Runs a test now, and shows the run. */
export function useStartRun(app_id: string) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  return useAct({
    run: async ({ flow_id, stays = false }: Started) => {
      const run = await client.test_runs.start({ app_id }, { flow_id })
      if (!stays) void navigate(paths.testRun(workspaceId, app_id, run.id), AGREED)
      return run
    },
    touches: ['flows', 'test_runs'],
    done: ({ flow_name }, { stays }) =>
      fill(words.flowNameIsOnIts, { flowName: flow_name, asIt: stays ? words.asItIsSaved : '' }),
    failure: (error) => {
      toastFailure(error)
      // Somebody else was quicker: their run is shown.
      if (error instanceof ApiError && error.code === 'flow_running') void refresh('flows', 'test_runs')
    },
  })
}
