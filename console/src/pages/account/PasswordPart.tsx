import type { Account } from '@atrium/sdk'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountPaths } from '../../account-paths.ts'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { StandIn } from '../../layout/StandIn.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'

export function PasswordPart({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <Panel title="Password" description="All your other sessions end when it changes. Access tokens stay.">
      {account.has_password ? (
        <Button onPress={() => setChanging(true)}>Change password</Button>
      ) : (
        <p className="text-ink-2">
          You have no password.{' '}
          <Link
            to={accountPaths.forgotPassword()}
            className="underline decoration-control underline-offset-2 hover:text-accent"
          >
            Have a link mailed to you
          </Link>{' '}
          to set one.
        </p>
      )}
      <StandIn of="mail" className="mt-3" />
      {isChanging && <ChangePassword email={account.email} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const change = useAct({
    run: (values: FormData) =>
      client.account.change_password({
        current_password: String(values.get('current_password')),
        new_password: String(values.get('new_password')),
      }),
    touches: ['account'],
    failure: 'inline',
    done: ({ sessions_ended: ended }) =>
      ended === 0
        ? 'Password changed'
        : `Password changed; ${ended} other ${ended === 1 ? 'session' : 'sessions'} ended`,
  })
  return (
    <FormDialog
      title="Change password"
      submitLabel="Change password"
      width="sm"
      act={change}
      onClose={onClose}
      onSubmit={(values) => change.mutate(values, { onSuccess: onClose })}
    >
      <TextField label="Email" type="email" value={email} isReadOnly autoComplete="username" />
      <TextField
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <TextField
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={256}
        hint="At least 8 characters."
        isRequired
      />
    </FormDialog>
  )
}
