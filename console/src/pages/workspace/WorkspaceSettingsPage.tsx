import { Building2, LogOut, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister, unlessAllowed } from '../../permissions.ts'
import { signInPaths } from '../../sign-in-paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'

export function Component() {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'leave' | 'transfer' | null>(null)
  const isOwner = workspace.user_role === 'owner'
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader title="Workspace" description="Its name, who owns it, and your part in it." />
      <Panel title="Name" description="Everybody in the workspace sees it.">
        <Rename key={workspace.id} />
      </Panel>
      <Panel title="Sign-in" description="By the provider of your company, over OpenID Connect.">
        <Button
          icon={Building2}
          onPress={() => void navigate(signInPaths.ofWorkspace(workspace.id))}
          disabledReason={unlessAllowed(
            canAdminister(workspace.user_role),
            'Needs the admin role in this workspace.',
          )}
        >
          Sign-in provider
        </Button>
      </Panel>
      <Panel title="Owner" description="The owner decides about everything and cannot be removed.">
        <Button
          icon={UserCheck}
          onPress={() => setOpen('transfer')}
          disabledReason={unlessAllowed(isOwner, 'Only the owner hands the workspace over.')}
        >
          Hand over…
        </Button>
      </Panel>
      <Panel title="Leave" description="Your tokens here stop at once; apps that you own pass to the owner.">
        <Button
          look="danger-outline"
          icon={LogOut}
          onPress={() => setOpen('leave')}
          disabledReason={unlessAllowed(!isOwner, 'Hand the workspace over first.')}
        >
          Leave this workspace
        </Button>
      </Panel>
      {open === 'leave' && <Leave onClose={close} />}
      {open === 'transfer' && <Transfer onClose={close} />}
    </>
  )
}

function Rename() {
  const { id, name, user_role } = useWorkspace()
  const rename = useAct({
    run: (values: FormData) => workspaceClient(id).workspaces.update({ name: textOf(values, 'name') }),
    touches: ['session'],
    done: (changed) => `Renamed to ${changed.name}`,
    failure: toastFailure,
  })
  const why = unlessAllowed(canAdminister(user_role), 'Needs the admin role in this workspace.')
  return (
    <Form
      className="flex max-w-md items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined && !rename.isPending) rename.mutate(new FormData(event.currentTarget))
      }}
    >
      <div className="flex-1">
        <TextField label="Name" name="name" defaultValue={name} maxLength={200} isRequired />
      </div>
      <Button type="submit" disabledReason={why}>
        Rename
      </Button>
    </Form>
  )
}

function Leave({ onClose }: { onClose: () => void }) {
  const { id, name } = useWorkspace()
  const leave = useAct({
    run: () => workspaceClient(id).workspaces.leave(),
    touches: [],
    done: () => `You left ${name}`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      confirmLabel="Leave workspace"
      act={leave}
      onClose={onClose}
      // A new load, as nothing of the workspace may stay in memory; home, as this page is no longer theirs.
      onConfirm={() => leave.mutate(undefined, { onSuccess: () => location.assign('/'), onError: onClose })}
    >
      Programs that use your tokens here stop working at once. Somebody has to invite you to come back.
    </ConfirmDialog>
  )
}

function Transfer({ onClose }: { onClose: () => void }) {
  const { id } = useWorkspace()
  const transfer = useAct({
    run: (values: FormData) => workspaceClient(id).workspaces.transfer({ email: textOf(values, 'email') }),
    touches: ['session', 'members'],
    done: ({ owner_email }) => `${owner_email} owns the workspace`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Hand the workspace over"
      submitLabel="Hand over"
      onClose={onClose}
      act={transfer}
      onSubmit={(values) => transfer.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label="Email of an admin or editor"
        name="email"
        type="email"
        hint="They own the workspace at once; only they can give it back."
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
