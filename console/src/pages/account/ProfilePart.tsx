import type { Account } from '@atrium/sdk'
import { useRef } from 'react'
import { Form } from 'react-aria-components'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function ProfilePart({ account: { email, full_name } }: { account: Account }) {
  const update = useAct({
    run: (values: FormData) => client.account.update({ full_name: textOf(values, 'full_name') }),
    touches: ['account', 'session', 'members'],
    failure: 'inline',
    done: () => words.nameChanged,
  })
  const fieldErrors = useFieldErrors(update.error)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(() => !!form.current && textOf(new FormData(form.current), 'full_name') !== full_name)
  return (
    <Panel title={words.profile} description={words.howOthersSeeYou}>
      <Form
        ref={form}
        className="space-y-4"
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          if (!update.isPending) update.mutate(new FormData(event.currentTarget))
        }}
      >
        <FormFailure error={update.error} />
        <TextField label={words.email} value={email} isReadOnly />
        <TextField
          label={words.yourName}
          name="full_name"
          defaultValue={full_name}
          maxLength={200}
          autoComplete="name"
          isRequired
        />
        <Button type="submit" isPending={update.isPending}>
          {words.saveName}
        </Button>
      </Form>
    </Panel>
  )
}
