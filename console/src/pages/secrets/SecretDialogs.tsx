import { ApiError } from '@atrium/sdk'
import { useMemo } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

interface SetSecretProps {
  appId: string
  /** The one that gets another value; without it, a new one. */
  name?: string
  taken: readonly string[]
  onClose: () => void
}

const NAME_RULE = words.lettersDigitsAndNot

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
      title={name === undefined ? words.addASecret : fill(words.replaceName, { name })}
      submitLabel={name === undefined ? words.addSecret : words.replaceValue}
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
          label={words.name}
          name="name"
          autoFocus
          autoComplete="off"
          isRequired
          maxLength={128}
          hint={NAME_RULE}
          validate={(typed) => {
            if (taken.includes(typed.trim())) return words.thereIsOneOf
            return typed === '' || /^[A-Za-z_]\w*$/.test(typed.trim()) ? null : NAME_RULE
          }}
        />
      )}
      <TextField
        label={words.value}
        name="value"
        type="password"
        autoFocus={name !== undefined}
        autoComplete="new-password"
        isRequired
        hint={words.keptEncryptedAndNever}
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
  return (
    <DeleteDialog
      name={name}
      confirmLabel={words.deleteSecret}
      run={() => client.secrets.delete({ app_id: appId }, { secret_name: name })}
      touches={['secrets']}
      onClose={onClose}
    >
      <p>{words.functionsThatReadIt}</p>
    </DeleteDialog>
  )
}
