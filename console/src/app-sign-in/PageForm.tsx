import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { FormFailure } from '../form/FormFailure.tsx'
import { useFieldErrors } from '../form/use-field-errors.ts'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { words } from './words.ts'

interface PageFormProps {
  sending: { isPending: boolean; isSuccess: boolean; error: unknown; mutate: (values: FormData) => void }
  submit: string
  children?: ReactNode
}

/** Sends once: while a request is on its way, and after one that leads elsewhere, a second press does nothing. */
export function PageForm({ sending, submit, children }: PageFormProps) {
  const isBusy = sending.isPending || sending.isSuccess
  return (
    <Form
      className="mt-6 space-y-1"
      validationErrors={useFieldErrors(sending.error)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) sending.mutate(new FormData(event.currentTarget))
      }}
    >
      {sending.error !== null && (
        <div className="pb-4">
          <FormFailure error={sending.error} />
        </div>
      )}
      {children}
      <Button type="submit" look="primary" isPending={isBusy} className="w-full">
        {submit}
      </Button>
    </Form>
  )
}

/**
 * The reason why a field is refused goes when the field is left. Its room stays: otherwise the button moves away under
 * a press, which then does nothing.
 */
export const FIELD_ROOM = 'min-h-22'

export function EmailField({ value, isFixed = false }: { value?: string | undefined; isFixed?: boolean }) {
  return (
    <TextField
      label={words.email}
      name="email"
      type="email"
      autoComplete="username"
      maxLength={254}
      isRequired
      className={FIELD_ROOM}
      {...(isFixed
        ? { value: value ?? '', isReadOnly: true }
        : { defaultValue: value ?? '', autoFocus: !value })}
    />
  )
}

const SHORTEST_PASSWORD = 8

export function NewPasswordField({ name }: { name: 'password' | 'new_password' }) {
  return (
    <TextField
      label={name === 'password' ? words.password : words.newPassword}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      maxLength={256}
      hint={fill(words.atLeast, { count: SHORTEST_PASSWORD })}
      isRequired
      className="min-h-28"
    />
  )
}
