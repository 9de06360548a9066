import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { client, queryClient } from '../api.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { useFieldErrors } from '../form/use-field-errors.ts'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { sessionEnd, useSessionEnd } from '../session-end.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AGREED } from './leaving.ts'

/** Above the page, so that what was typed there is still there afterwards. */
export function SignInAgain() {
  return useSessionEnd() ? <SignIn /> : null
}

function SignIn() {
  const navigate = useNavigate()
  const email = queryClient.getQueryData(queries.session().queryKey)?.email ?? ''
  const signIn = useRequest({
    failure: 'inline',
    run: (password: string) => client.session.create({ email, password }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData(queries.session().queryKey, user)
      sessionEnd.set(false)
      void queryClient.invalidateQueries()
    },
  })
  const fieldErrors = useFieldErrors(signIn.error)
  return (
    <Dialog title="Your session has ended" onClose={() => {}} width="sm" isDismissable={false}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          const password = new FormData(event.currentTarget).get('password')
          if (!signIn.isPending) signIn.mutate(String(password))
        }}
      >
        <DialogBody>
          <p className="text-ink-2">Sign in again to go on. What you typed is still here.</p>
          <FormFailure error={signIn.error} />
          <TextField label="Email" type="email" value={email} isReadOnly autoComplete="username" />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            isRequired
            autoFocus
          />
        </DialogBody>
        <DialogFooter>
          <Button
            onPress={() => {
              sessionEnd.set(false)
              void navigate(paths.signIn(), AGREED)
            }}
          >
            Leave this page
          </Button>
          <Button type="submit" look="primary" isPending={signIn.isPending}>
            Sign in
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
