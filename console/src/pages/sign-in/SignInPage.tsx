import { Form } from 'react-aria-components'
import { useNavigate, useSearchParams } from 'react-router'
import { useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { callbackIn, safeReturn } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DoorFrame } from './DoorFrame.tsx'

export function SignInPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const signIn = useRequest({
    failure: 'inline',
    run: (values: FormData) =>
      client.session.create({ email: textOf(values, 'email'), password: String(values.get('password')) }),
    onSuccess: async ({ user }) => {
      queryClient.clear()
      queryClient.setQueryData(queries.session().queryKey, user)
      const callback = callbackIn(search.get('then'))
      // Not a page of the console: the server takes it, with the session that is there now.
      if (callback) return window.location.assign(callback)
      await navigate(safeReturn(search.get('to')), { replace: true })
    },
  })
  const fieldErrors = useFieldErrors(signIn.error)

  return (
    <DoorFrame footer="Lost your password? An operator of this server can set a new one.">
      <title>Sign in · Atrium</title>
      <h1 className="text-xl font-semibold tracking-tight">Sign in</h1>
      <p className="mt-1 text-ink-2">Your apps, agents and the people who work on them.</p>
      <Form
        className="mt-7 space-y-5"
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          if (!signIn.isPending) signIn.mutate(new FormData(event.currentTarget))
        }}
      >
        <FormFailure error={signIn.error} />
        <TextField label="Email" name="email" type="email" autoComplete="username" isRequired autoFocus />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
        <Button type="submit" look="primary" isPending={signIn.isPending} className="w-full">
          Sign in
        </Button>
      </Form>
    </DoorFrame>
  )
}
