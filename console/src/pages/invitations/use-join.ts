import { type AnswerOf, ApiError, type Operations } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { useRequest } from '../../act.ts'
import { queryClient, refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { words } from './words.ts'

export type Preview = AnswerOf<Operations['invitations']['preview']>
type Joined = AnswerOf<Operations['invitations']['accept']>

export interface JoinProps {
  token: string
  invitation: Preview
}

/** Accepts the invitation by `run`, then opens the workspace. */
export function useJoin<Input = void>(invitation: Preview, run: (input: Input) => Promise<Joined>) {
  const navigate = useNavigate()
  return useRequest({
    run,
    failure: 'inline',
    onSuccess: async ({ workspace_id, user }) => {
      queryClient.setQueryData(queries.session().queryKey, user)
      toast.done(fill(words.youJoinedWorkspaceName, { workspaceName: invitation.workspace_name }))
      // The used token leaves the history too.
      await navigate(paths.workspace(workspace_id), { replace: true })
    },
    onError: async (error) => {
      // An account or a session that came in the meantime shows another way in.
      if (error instanceof ApiError && error.code === 'account_exists') await refresh('invitation', 'visitor')
    },
  })
}
