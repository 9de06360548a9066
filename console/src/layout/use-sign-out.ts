import { useNavigate } from 'react-router'
import { toastFailure, useRequest } from '../act.ts'
import { client, queryClient } from '../api.ts'
import { clearRecent } from '../palette/recent.ts'
import { paths } from '../paths.ts'
import { AGREED, leaveBy } from './leaving.ts'

/** Ends the session, once nothing that was typed is lost by it. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  const signOut = useRequest({
    run: () => client.session.delete(),
    onSuccess: async () => {
      clearRecent()
      await navigate(paths.signIn(), AGREED)
      queryClient.clear()
    },
    failure: toastFailure,
  })
  return () => leaveBy(() => signOut.mutate())
}
