import { Form } from 'react-aria-components'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type JoinProps, useJoin } from './use-join.ts'
import { words } from './words.ts'

const SHORTEST_PASSWORD = 8

/** Nobody has an account with the invited email yet: it is made here. */
export function JoinAsNewcomer({ token, invitation }: JoinProps) {
  const join = useJoin(invitation, (values: FormData) =>
    client.invitations.accept({
      invitation_token: token,
      full_name: textOf(values, 'full_name'),
      password: String(values.get('password')),
    }),
  )
  const fieldErrors = useFieldErrors(join.error)
  return (
    <Form
      className="space-y-5"
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault()
        if (!join.isPending) join.mutate(new FormData(event.currentTarget))
      }}
    >
      <FormFailure error={join.error} />
      <TextField
        label={words.email}
        type="email"
        value={invitation.email}
        isReadOnly
        autoComplete="username"
      />
      <TextField
        label={words.yourName}
        name="full_name"
        maxLength={200}
        autoComplete="name"
        isRequired
        autoFocus
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        maxLength={256}
        hint={fill(words.atLeastShortestPasswordCharacters, { shortestPassword: SHORTEST_PASSWORD })}
        isRequired
      />
      <Button type="submit" look="primary" isPending={join.isPending} className="w-full">
        {words.createAccountAndJoin}
      </Button>
    </Form>
  )
}
