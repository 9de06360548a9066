import { Form } from 'react-aria-components'
import { toastFailure } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CodeField } from '../sign-in/FactorFields.tsx'
import { useFactorStep } from '../sign-in/use-factor-step.ts'
import { type JoinProps, useJoin } from './use-join.ts'
import { words } from './words.ts'

/** The invited email has an account. Signing in happens here, so that the token goes into no other address. */
export function JoinBySignIn({ token, invitation }: JoinProps) {
  const join = useJoin(invitation, async ({ password, code }: { password: string; code: string }) => {
    const { user } = await client.session.create({
      email: invitation.email,
      password,
      ...(code && { code }),
    })
    try {
      return await client.invitations.accept({ invitation_token: token })
    } catch (error) {
      // Signed in all the same, which replaces this form; a notification outlives it.
      toastFailure(error)
      queryClient.setQueryData(queries.visitor().queryKey, user)
      throw error
    }
  })
  const { step, failure } = useFactorStep(join.error)
  const fieldErrors = useFieldErrors(join.error)
  return (
    <Form
      className="space-y-5"
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        const [password, code] = [String(values.get('password')), textOf(values, 'code')]
        if (!join.isPending) join.mutate({ password, code })
      }}
    >
      <FormFailure error={failure} />
      <TextField
        label={words.email}
        type="email"
        value={invitation.email}
        isReadOnly
        autoComplete="username"
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        hint={words.youHaveAnAccount}
        isRequired
        autoFocus
      />
      {step && <CodeField methods={step.methods} />}
      <Button type="submit" look="primary" isPending={join.isPending} className="w-full">
        {words.signInAndJoin}
      </Button>
    </Form>
  )
}
