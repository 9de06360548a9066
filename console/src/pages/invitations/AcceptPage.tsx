/** Where the link of an invitation leads. Its token stands behind the #, which browsers send to no server. */
import { ApiError, type Me } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { ROLE_LABELS } from '../members/member-words.ts'
import { SignedOutFrame } from '../sign-in/SignedOutFrame.tsx'
import { DeadLink } from './DeadLink.tsx'
import { JoinAsMe } from './JoinAsMe.tsx'
import { JoinAsNewcomer } from './JoinAsNewcomer.tsx'
import { JoinBySignIn } from './JoinBySignIn.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import type { Preview } from './use-join.ts'
import { words } from './words.ts'

export function Component() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
  return (
    <SignedOutFrame>
      <title>{words.invitationAtrium}</title>
      {token ? <Invitation key={token} token={token} /> : <DeadLink reason="incomplete" />}
    </SignedOutFrame>
  )
}

function Invitation({ token }: { token: string }) {
  const preview = useQuery(queries.invitation(token))
  const visitor = useQuery(queries.visitor())
  if (preview.error) return <DeadLink {...whyDead(preview.error)} onRetry={() => void preview.refetch()} />
  if (visitor.error) {
    return <DeadLink reason="unknown" error={visitor.error} onRetry={() => void visitor.refetch()} />
  }
  if (!preview.data || visitor.isPending) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-ink-2">
        <Spinner />
        {words.readingTheInvitation}
      </p>
    )
  }
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance break-words">
        {fillWith(words.joinWorkspaceName, { workspaceName: preview.data.workspace_name })}
      </h1>
      <Terms invitation={preview.data} />
      <div className="mt-7">
        <Way token={token} invitation={preview.data} me={visitor.data} />
      </div>
    </>
  )
}

function Terms({ invitation: { email, role, expires_at } }: { invitation: Preview }) {
  return (
    <p className="mt-1 text-ink-2">
      {fillWith(words.anInvitationForStrong, {
        strong: <strong className="font-medium break-all text-ink">{email}</strong>,
        strong2: <strong className="font-medium text-ink">{ROLE_LABELS[role].toLowerCase()}</strong>,
        time: (
          <time dateTime={expires_at} title={formatFull(parseTime(expires_at))}>
            {DAY.format(parseTime(expires_at))}
          </time>
        ),
      })}
    </p>
  )
}

/** How to get in, by who is there. */
function Way({ token, invitation, me }: { token: string; invitation: Preview; me: Me | null }) {
  if (me && isSame(me.email, invitation.email)) {
    return <JoinAsMe token={token} invitation={invitation} me={me} />
  }
  if (me) return <OtherAccount invitation={invitation} me={me} />
  if (invitation.has_account) return <JoinBySignIn token={token} invitation={invitation} />
  return <JoinAsNewcomer token={token} invitation={invitation} />
}

const DAY = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', day: 'numeric' })

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function whyDead(error: unknown) {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'invitation_expired') return { reason: 'expired' as const }
  // A token of another shape is no token of ours either.
  if (code === 'invitation_not_found' || code === 'validation_error') return { reason: 'not_open' as const }
  return { reason: 'unknown' as const, error }
}
