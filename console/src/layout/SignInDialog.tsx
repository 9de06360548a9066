import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { client, queryClient } from '../api.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { textOf } from '../form/form-values.ts'
import { useFieldErrors } from '../form/use-field-errors.ts'
import { CodeField } from '../pages/sign-in/FactorFields.tsx'
import { useFactorStep } from '../pages/sign-in/use-factor-step.ts'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { sessionEnd } from '../session-end.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AGREED } from './leaving.ts'
import { words } from './words.ts'

/** Above the page, so that what was typed there is still there afterwards. */
export function SignInDialog() {
  const navigate = useNavigate()
  const email = queryClient.getQueryData(queries.session().queryKey)?.email ?? ''
  const signIn = useRequest({
    failure: 'inline',
    run: ({ password, code }: { password: string; code: string }) =>
      client.session.create({ email, password, ...(code && { code }) }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData(queries.session().queryKey, user)
      sessionEnd.set(false)
      void queryClient.invalidateQueries()
    },
  })
  const { step, failure } = useFactorStep(signIn.error)
  const fieldErrors = useFieldErrors(signIn.error)
  return (
    <Dialog title={words.yourSessionHasEnded} onClose={() => {}} width="sm" isDismissable={false}>
      <Form
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          const values = new FormData(event.currentTarget)
          const [password, code] = [String(values.get('password')), textOf(values, 'code')]
          if (!signIn.isPending) signIn.mutate({ password, code })
        }}
      >
        <DialogBody>
          <p className="text-ink-2">{words.signInAgainTo}</p>
          <FormFailure error={failure} />
          <TextField label={words.email} type="email" value={email} isReadOnly autoComplete="username" />
          <TextField
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            isRequired
            autoFocus
          />
          {step && <CodeField methods={step.methods} />}
        </DialogBody>
        <DialogFooter>
          <Button
            onPress={() => {
              sessionEnd.set(false)
              void navigate(paths.signIn(), AGREED)
            }}
          >
            {words.leaveThisPage}
          </Button>
          <Button type="submit" look="primary" isPending={signIn.isPending}>
            {words.signIn}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
