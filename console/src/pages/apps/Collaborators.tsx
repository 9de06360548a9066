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
import { canEditApp, NEEDS_APP_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { MemberField } from './MemberField.tsx'

const ROLES = [
  { id: 'viewer', label: 'Viewer', description: 'Opens and reads the app.' },
  { id: 'editor', label: 'Editor', description: 'Changes the app too.' },
]
const TOUCHES = ['collaborators', 'members']

export function Collaborators({ app }: { app: App }) {
  const { data } = useSuspenseQuery(queries.collaborators(app.id))
  const [removing, setRemoving] = useState<Collaborator | null>(null)
  const mayEdit = canEditApp(app)

  return (
    <div className="space-y-4">
      {data.items.length === 0 ? (
        <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">
          Nobody has been given this app separately.
        </p>
      ) : (
        <ul aria-label="Collaborators" className="divide-y divide-line rounded-md border border-line">
          {data.items.map((person) => (
            <li key={person.user_id} className="flex items-center gap-3 px-3 py-2">
              <Avatar name={person.full_name || person.email} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{person.full_name || person.email}</p>
                <p className="truncate text-sm text-ink-3">{person.email}</p>
              </div>
              <Badge tone={person.role === 'editor' ? 'accent' : 'neutral'}>
                {person.role === 'editor' ? 'Editor' : 'Viewer'}
              </Badge>
              {mayEdit && (
                <IconButton
                  icon={Trash2}
                  label={`Remove ${person.email}`}
                  onPress={() => setRemoving(person)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {data.has_more && <p className="caption">The first {data.items.length} are shown.</p>}
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
    done: ({ full_name, email, role }) => `${full_name || email} is now ${role} of ${app.name}`,
    failure: 'inline',
  })
  const fieldErrors = useFieldErrors(add.error)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(useTyped(form))
  return (
    <Form
      ref={form}
      aria-label="Add a collaborator"
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
        <MemberField label="Email of a member" name="email" className="min-w-56 flex-1" />
        <Select label="Role" name="role" options={ROLES} defaultValue="viewer" className="w-32" />
        <Button
          type="submit"
          icon={UserPlus}
          isPending={add.isPending}
          disabledReason={unlessAllowed(canEditApp(app), NEEDS_APP_EDITOR)}
          className="mt-6.5"
        >
          Add
        </Button>
      </div>
    </Form>
  )
}

function RemoveCollaborator({ person, onClose }: { person: Collaborator; onClose: () => void }) {
  const remove = useAct({
    run: () => client.collaborators.remove({ app_id: person.app_id, email: person.email }),
    touches: TOUCHES,
    done: () => `${person.full_name || person.email} removed`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Remove collaborator?"
      confirmLabel="Remove"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <strong className="font-medium text-ink">{person.email}</strong> loses the access given here. What their
      role in the workspace allows stays.
    </ConfirmDialog>
  )
}
