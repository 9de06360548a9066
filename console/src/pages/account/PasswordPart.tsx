import type { Account } from '@atrium/sdk'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountPaths } from '../../account-paths.ts'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function PasswordPart({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <Panel title={words.password} description={words.allYourOtherSessions}>
      {account.has_password ? (
        <Button onPress={() => setChanging(true)}>{words.changePassword}</Button>
      ) : (
        <p className="text-ink-2">
          {fillWith(words.youHaveNoPassword, {
            link: (
              <Link
                to={accountPaths.forgotPassword()}
                className="underline decoration-control underline-offset-2 hover:text-accent"
              >
                {words.haveALinkMailedTo}
              </Link>
            ),
          })}
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
        ? words.passwordChanged
        : fill(words.passwordChangedEndedOther, { ended, session: ended === 1 ? 'session' : 'sessions' }),
  })
  return (
    <FormDialog
      title={words.changePassword}
      submitLabel={words.changePassword}
      width="sm"
      act={change}
      onClose={onClose}
      onSubmit={(values) => change.mutate(values, { onSuccess: onClose })}
    >
      <TextField label={words.email} type="email" value={email} isReadOnly autoComplete="username" />
      <TextField
        label={words.currentPassword}
        name="current_password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <TextField
        label={words.newPassword}
        name="new_password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={256}
        hint={words.atLeast8Characters}
        isRequired
      />
    </FormDialog>
  )
}
