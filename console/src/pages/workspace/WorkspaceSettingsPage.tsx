import { Building2, LogOut, UserCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister, ownsWorkspace, unlessAllowed } from '../../permissions.ts'
import { signInPaths } from '../../sign-in-paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function Component() {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'leave' | 'transfer' | null>(null)
  const isOwner = ownsWorkspace(workspace.user_role)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader title={words.workspace} description={words.itsNameWhoOwns} />
      <Panel title={words.name} description={words.everybodyInTheWorkspace}>
        <Rename key={workspace.id} />
      </Panel>
      <Panel title={words.signIn} description={words.byTheProviderOf}>
        <Button
          icon={Building2}
          onPress={() => void navigate(signInPaths.ofWorkspace(workspace.id))}
          disabledReason={unlessAllowed(canAdminister(workspace.user_role), words.needsTheAdminRole)}
        >
          {words.signInProvider}
        </Button>
      </Panel>
      <Panel title={words.owner} description={words.theOwnerDecidesAbout}>
        <Button
          icon={UserCheck}
          onPress={() => setOpen('transfer')}
          disabledReason={unlessAllowed(isOwner, words.onlyTheOwnerHands)}
        >
          {words.handOver}
        </Button>
      </Panel>
      <Panel title={words.leave} description={words.yourTokensHereStop}>
        <Button
          look="danger-outline"
          icon={LogOut}
          onPress={() => setOpen('leave')}
          disabledReason={unlessAllowed(!isOwner, words.handTheWorkspaceOver)}
        >
          {words.leaveThisWorkspace}
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
    done: (changed) => fill(words.renamedToName, { name: changed.name }),
    failure: toastFailure,
  })
  const why = unlessAllowed(canAdminister(user_role), words.needsTheAdminRole)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(() => !!form.current && textOf(new FormData(form.current), 'name') !== name)
  return (
    <Form
      ref={form}
      className="flex max-w-md items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined && !rename.isPending) rename.mutate(new FormData(event.currentTarget))
      }}
    >
      <div className="flex-1">
        <TextField label={words.name} name="name" defaultValue={name} maxLength={200} isRequired />
      </div>
      <Button type="submit" disabledReason={why}>
        {words.rename}
      </Button>
    </Form>
  )
}

function Leave({ onClose }: { onClose: () => void }) {
  const { id, name } = useWorkspace()
  const leave = useAct({
    run: () => workspaceClient(id).workspaces.leave(),
    touches: [],
    done: () => fill(words.youLeftName, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.leaveName, { name })}
      confirmLabel={words.leaveWorkspace}
      act={leave}
      onClose={onClose}
      // A new load, as nothing of the workspace may stay in memory; home, as this page is no longer theirs.
      onConfirm={() => leave.mutate(undefined, { onSuccess: () => location.assign('/'), onError: onClose })}
    >
      {words.programsThatUseYour}
    </ConfirmDialog>
  )
}

function Transfer({ onClose }: { onClose: () => void }) {
  const { id } = useWorkspace()
  const transfer = useAct({
    run: (values: FormData) => workspaceClient(id).workspaces.transfer({ email: textOf(values, 'email') }),
    touches: ['session', 'members'],
    done: ({ owner_email }) => fill(words.ownerEmailOwnsTheWorkspace, { ownerEmail: owner_email }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.handTheWorkspaceOver2}
      submitLabel={words.handOver2}
      onClose={onClose}
      act={transfer}
      onSubmit={(values) => transfer.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.emailOfAnAdmin}
        name="email"
        type="email"
        hint={words.theyOwnTheWorkspace}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
