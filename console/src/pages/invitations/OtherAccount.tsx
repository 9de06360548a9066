import type { Me } from '@atrium/sdk'
import { Link } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Preview } from './use-join.ts'
import { words } from './words.ts'

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
      <Notice tone="caution" title={words.youAreSignedInWith}>
        {fillWith(words.thisInvitationIsFor, {
          span: <span className="break-all">{invitation.email}</span>,
          span2: <span className="break-all">{me.email}</span>,
        })}
      </Notice>
      <Button
        look="primary"
        isPending={signOut.isPending}
        onPress={() => signOut.mutate()}
        className="w-full"
      >
        {words.signOutAndGo}
      </Button>
      <Link to={paths.home()} className="block text-center font-medium text-accent hover:underline">
        {words.backToYourApps}
      </Link>
    </div>
  )
}
