import type { AccountSession } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountQueries } from '../../account-queries.ts'
import { toastFailure, useAct, useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { withoutRows } from '../../at-once.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

export function SessionsPart() {
  const { data: sessions } = useSuspenseQuery(accountQueries.sessions())
  const [ending, setEnding] = useState<'others' | 'all' | null>(null)
  const end = useAct({
    run: (session: AccountSession) => client.account.end_session({ session_id: session.id }),
    touches: ['account'],
    failure: toastFailure,
    atOnce: {
      within: accountQueries.sessions().queryKey,
      change: (data, session) => withoutRows(data, ({ id }) => id === session.id),
    },
    done: (_result, { device }) => fill(words.deviceSignedOut, { device }),
  })
  return (
    <Panel title={words.sessions} description={words.whereYouAreSigned}>
      <ul aria-label={words.sessions} className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device} {session.is_this && <Badge tone="accent">{words.thisOne}</Badge>}
              </p>
              <p className="text-sm break-words text-ink-3">
                {fillWith(session.address ? words.howFromAddressTime : words.howTimeLastSeen, {
                  how: howOf(session),
                  address: session.address,
                  time: <Time at={session.created_date} />,
                  seen: <Time at={session.last_seen} />,
                })}
              </p>
            </div>
            {!session.is_this && (
              <Button
                size="sm"
                look="danger-quiet"
                aria-label={fill(words.signOutDevice, { device: session.device })}
                onPress={() => end.mutate(session)}
              >
                {words.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onPress={() => setEnding('others')}>{words.signOutEverywhereElse}</Button>
        <Button look="danger-quiet" onPress={() => setEnding('all')}>
          {words.signOutEverywhere}
        </Button>
      </div>
      {ending && <EndSessions which={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

function EndSessions({ which, onClose }: { which: 'others' | 'all'; onClose: () => void }) {
  const navigate = useNavigate()
  const isAll = which === 'all'
  const end = useRequest({
    run: () => client.account.end_sessions({ include_this: isAll }),
    failure: toastFailure,
    onSuccess: async () => {
      if (!isAll) return void (await queryClient.invalidateQueries({ queryKey: ['account'] }))
      await navigate(paths.signIn(), AGREED)
      queryClient.clear()
    },
  })
  return (
    <ConfirmDialog
      title={isAll ? words.signOutEverywhere2 : words.signOutEverywhereElse2}
      confirmLabel={words.signOut}
      act={end}
      onClose={onClose}
      onConfirm={() => end.mutate(undefined, { onSettled: onClose })}
    >
      {isAll ? words.allYourSessionsEnd : words.allYourSessionsBut} {words.sessionsInAppsEnd}
    </ConfirmDialog>
  )
}

const METHODS = {
  password: words.byPassword,
  passkey: words.byPasskey,
  openid: words.bySingleSignOn,
  invitation: words.byInvitation,
}
const WITH_FACTOR = {
  totp: words.methodAndCode,
  recovery_code: words.methodAndRecoveryCode,
  passkey: words.methodAndPasskey,
}

function howOf({ method, second_factor }: AccountSession): string {
  if (method === null) return words.signedIn
  return second_factor ? fill(WITH_FACTOR[second_factor], { method: METHODS[method] }) : METHODS[method]
}
