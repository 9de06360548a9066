import type { AccountSession } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountQueries } from '../../account-queries.ts'
import { toastFailure, useAct, useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { withoutRows } from '../../at-once.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { AGREED } from '../../layout/leaving.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'

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
    done: (_result, { device }) => `${device} signed out`,
  })
  return (
    <Panel title="Sessions" description="Where you are signed in. A session ends by itself after 30 days.">
      <ul aria-label="Sessions" className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device} {session.is_this && <Badge tone="accent">This one</Badge>}
              </p>
              <p className="text-sm break-words text-ink-3">
                {howOf(session)}
                {session.address && ` from ${session.address}`}, <Time at={session.created_date} />; last seen{' '}
                <Time at={session.last_seen} />
              </p>
            </div>
            {!session.is_this && (
              <Button
                size="sm"
                look="danger-quiet"
                aria-label={`Sign out ${session.device}`}
                onPress={() => end.mutate(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onPress={() => setEnding('others')}>Sign out everywhere else</Button>
        <Button look="danger-quiet" onPress={() => setEnding('all')}>
          Sign out everywhere
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
      title={isAll ? 'Sign out everywhere?' : 'Sign out everywhere else?'}
      confirmLabel="Sign out"
      act={end}
      onClose={onClose}
      onConfirm={() => end.mutate(undefined, { onSettled: onClose })}
    >
      {isAll ? 'All your sessions end, this one too.' : 'All your sessions but this one end.'} Sessions in
      apps end too. Access tokens stay.
    </ConfirmDialog>
  )
}

const METHODS = {
  password: 'By password',
  passkey: 'By passkey',
  openid: 'By single sign-on',
  invitation: 'By invitation',
}
const FACTORS = { totp: ' and code', recovery_code: ' and recovery code', passkey: ' and passkey' }

function howOf({ method, second_factor }: AccountSession): string {
  if (method === null) return 'Signed in'
  return METHODS[method] + (second_factor ? FACTORS[second_factor] : '')
}
