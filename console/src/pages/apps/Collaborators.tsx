import type { App, Collaborator } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Trash2, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { useTyped } from '../../form/use-typed.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { canEditApp, NEEDS_APP_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { MemberField } from './MemberField.tsx'
import { words } from './words.ts'

const ROLES = [
  { id: 'viewer', label: words.viewer, description: words.opensAndReadsThe },
  { id: 'editor', label: words.editor, description: words.changesTheAppToo },
]
const TOUCHES = ['collaborators', 'members']

export function Collaborators({ app }: { app: App }) {
  const { data } = useSuspenseQuery(queries.collaborators(app.id))
  const [removing, setRemoving] = useState<Collaborator | null>(null)
  const mayEdit = canEditApp(app)

  return (
    <div className="space-y-4">
      {data.items.length === 0 ? (
        <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">{words.nobodyHasBeenGiven}</p>
      ) : (
        <ul aria-label={words.collaborators} className="divide-y divide-line rounded-md border border-line">
          {data.items.map((person) => (
            <li key={person.user_id} className="flex items-center gap-3 px-3 py-2">
              <Avatar name={person.full_name || person.email} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{person.full_name || person.email}</p>
                <p className="truncate text-sm text-ink-3">{person.email}</p>
              </div>
              <Badge tone={person.role === 'editor' ? 'accent' : 'neutral'}>
                {person.role === 'editor' ? words.editor : words.viewer}
              </Badge>
              {mayEdit && (
                <IconButton
                  icon={Trash2}
                  label={fill(words.removeEmail, { email: person.email })}
                  onPress={() => setRemoving(person)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {data.has_more && (
        <p className="caption">{fillWith(words.theFirstCountAre, { count: data.items.length })}</p>
      )}
      <AddCollaborator app={app} />
      {removing && <RemoveCollaborator person={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}

function AddCollaborator({ app }: { app: App }) {
  const add = useAct({
    run: (values: FormData) =>
      client.collaborators.set(
        { app_id: app.id, email: textOf(values, 'email') },
        { role: textOf(values, 'role') === 'editor' ? 'editor' : 'viewer' },
      ),
    touches: TOUCHES,
    done: ({ full_name, email, role }) =>
      fill(words.fullNameIsNowRole, { fullName: full_name || email, role, name: app.name }),
    failure: 'inline',
  })
  const fieldErrors = useFieldErrors(add.error)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(useTyped(form))
  return (
    <Form
      ref={form}
      aria-label={words.addACollaborator}
      className="space-y-3"
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (!add.isPending && canEditApp(app)) {
          add.mutate(new FormData(form), { onSuccess: () => form.reset() })
        }
      }}
    >
      <FormFailure error={add.error} />
      <div className="flex flex-wrap items-start gap-3">
        <MemberField label={words.emailOfAMember} name="email" className="min-w-56 flex-1" />
        <Select label={words.role} name="role" options={ROLES} defaultValue="viewer" className="w-32" />
        <Button
          type="submit"
          icon={UserPlus}
          isPending={add.isPending}
          disabledReason={unlessAllowed(canEditApp(app), NEEDS_APP_EDITOR)}
          className="mt-6.5"
        >
          {words.add}
        </Button>
      </div>
    </Form>
  )
}

function RemoveCollaborator({ person, onClose }: { person: Collaborator; onClose: () => void }) {
  const remove = useAct({
    run: () => client.collaborators.remove({ app_id: person.app_id, email: person.email }),
    touches: TOUCHES,
    done: () => fill(words.fullNameRemoved, { fullName: person.full_name || person.email }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.removeCollaborator}
      confirmLabel={words.remove}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {fillWith(words.strongLosesTheAccess, {
        strong: <strong className="font-medium text-ink">{person.email}</strong>,
      })}
    </ConfirmDialog>
  )
}
