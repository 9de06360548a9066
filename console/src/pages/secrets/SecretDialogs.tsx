import { ApiError } from '@atrium/sdk'
import { useMemo } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'

interface SetSecretProps {
  appId: string
  /** The one that gets another value; without it, a new one. */
  name?: string
  taken: readonly string[]
  onClose: () => void
}

const NAME_RULE = 'Letters, digits and _, not beginning with a digit: STRIPE_KEY.'

export function SetSecret({ appId, name, taken, onClose }: SetSecretProps) {
  const set = useAct({
    run: (values: Record<string, string>) => client.secrets.set({ app_id: appId }, values),
    touches: ['secrets'],
    done: (_, values) => `${Object.keys(values)[0]} ${name === undefined ? 'added' : 'replaced'}`,
    failure: 'inline',
  })
  // The API answers by the name of the secret; here that is the field of its name, or of its value.
  const faults = useMemo(() => {
    const row = set.error instanceof ApiError ? set.error.fields[0] : undefined
    if (!row) return undefined
    return { [row.type === 'string_too_long' || name !== undefined ? 'value' : 'name']: row.msg }
  }, [set.error, name])
  return (
    <FormDialog
      title={name === undefined ? 'Add a secret' : `Replace ${name}`}
      submitLabel={name === undefined ? 'Add secret' : 'Replace value'}
      act={set}
      faults={faults}
      onClose={onClose}
      onSubmit={(values) => {
        // As typed: a blank at its end may belong to a key.
        const value = values.get('value')
        set.mutate(
          { [name ?? textOf(values, 'name')]: typeof value === 'string' ? value : '' },
          { onSuccess: onClose },
        )
      }}
    >
      {name === undefined && (
        <TextField
          label="Name"
          name="name"
          autoFocus
          autoComplete="off"
          isRequired
          maxLength={128}
          hint={NAME_RULE}
          validate={(typed) => {
            if (taken.includes(typed.trim())) return 'There is one of this name; replace its value instead.'
            return typed === '' || /^[A-Za-z_]\w*$/.test(typed.trim()) ? null : NAME_RULE
          }}
        />
      )}
      <TextField
        label="Value"
        name="value"
        type="password"
        autoFocus={name !== undefined}
        autoComplete="new-password"
        isRequired
        hint="Kept encrypted, and never shown again. Functions see it from their next call on."
      />
    </FormDialog>
  )
}

interface DeleteSecretProps {
  appId: string
  name: string
  onClose: () => void
}

export function DeleteSecret({ appId, name, onClose }: DeleteSecretProps) {
  const remove = useAct({
    run: () => client.secrets.delete({ app_id: appId }, { secret_name: name }),
    touches: ['secrets'],
    done: () => `${name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete secret"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>Functions that read it get nothing from their next call on. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
