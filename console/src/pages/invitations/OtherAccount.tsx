import type { Me } from '@atrium/sdk'
import { Link } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Preview } from './use-join.ts'

const OF_THIS_PAGE: unknown[] = ['visitor', 'invitation']

/** Signed in as somebody else: the invitation cannot be theirs. */
export function OtherAccount({ invitation, me }: { invitation: Preview; me: Me }) {
  const signOut = useRequest({
    run: () => client.session.delete(),
    onSuccess: async () => {
      // What they saw is not for anyone who comes next; the invitation is.
      queryClient.removeQueries({ predicate: ({ queryKey: [area] }) => !OF_THIS_PAGE.includes(area) })
      queryClient.setQueryData(queries.visitor().queryKey, null)
    },
    failure: toastFailure,
  })
  return (
    <div className="space-y-5">
      <Notice tone="caution" title="You are signed in with another email">
        This invitation is for <span className="break-all">{invitation.email}</span>, and you are{' '}
        <span className="break-all">{me.email}</span>. Sign out to go on, or ask for an invitation to your own
        email.
      </Notice>
      <Button
        look="primary"
        isPending={signOut.isPending}
        onPress={() => signOut.mutate()}
        className="w-full"
      >
        Sign out and go on
      </Button>
      <Link to={paths.home()} className="block text-center font-medium text-accent hover:underline">
        Back to your apps
      </Link>
    </div>
  )
}
