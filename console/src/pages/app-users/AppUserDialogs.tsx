import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { readObject } from '../../entity-schema.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type AppUser, nameOf } from './app-user-columns.tsx'
import { words } from './words.ts'

const TOUCHES = ['app_users', 'records', 'mail'] as const

const ROLE_HINT = words.rulesAskForIt

export function InviteAppUser({ appId, onClose }: { appId: string; onClose: () => void }) {
  const invite = useAct({
    run: ({ user_email, role }: { user_email: string; role: string }) =>
      client.app_users.invite({ app_id: appId }, { user_email, ...(role && { role }) }),
    touches: TOUCHES,
    done: ({ email }) => fill(words.emailInvited, { email }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.inviteAUser}
      submitLabel={words.invite}
      act={invite}
      onClose={onClose}
      onSubmit={(values) =>
        invite.mutate(
          { user_email: textOf(values, 'user_email'), role: textOf(values, 'role') },
          { onSuccess: onClose },
        )
      }
    >
      <TextField label={words.email} name="user_email" type="email" isRequired autoFocus />
      <TextField label={words.role} name="role" defaultValue="user" hint={ROLE_HINT} />
      <p className="caption">{words.theyGetAMail}</p>
      <StandIn of="mail" />
    </FormDialog>
  )
}

interface AppUserDialogProps {
  appId: string
  user: AppUser
  onClose: () => void
}

export function ChangeAppUser({ appId, user, onClose }: AppUserDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(user.data, null, 2))
  const data = parse(text)
  const change = useAct({
    run: (body: { role: string | null; data: Record<string, unknown> }) =>
      client.app_users.update({ app_id: appId, user_id: user.id }, body),
    touches: TOUCHES,
    done: () => fill(words.userChanged, { user: nameOf(user) }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={nameOf(user)}
      submitLabel={words.saveChanges}
      act={change}
      disabledReason={data ? undefined : NO_OBJECT}
      onClose={onClose}
      onSubmit={(values) => {
        if (!data) return
        // What is sent is merged: fields that were taken out must be said to be empty.
        const gone = Object.keys(user.data).filter((name) => !Object.hasOwn(data, name))
        const cleared = Object.fromEntries(gone.map((name) => [name, null]))
        change.mutate(
          { role: textOf(values, 'role') || null, data: { ...data, ...cleared } },
          { onSuccess: onClose },
        )
      }}
    >
      <TextField
        label={words.role}
        name="role"
        defaultValue={user.role ?? ''}
        hint={fill(words.roleHintLeftEmptyTheir, { roleHint: ROLE_HINT })}
      />
      <TextField
        label={words.data}
        rows={6}
        value={text}
        onChange={setText}
        isInvalid={!data}
        hint={data ? words.whatTheAppKeeps : NO_OBJECT}
        className="[&_textarea]:font-mono"
      />
    </FormDialog>
  )
}

const NO_OBJECT = words.thisIsNotA

export function RemoveAppUser({ appId, user, onClose }: AppUserDialogProps) {
  const remove = useAct({
    run: () => client.app_users.remove({ app_id: appId, user_id: user.id }),
    touches: TOUCHES,
    done: () => fill(words.userRemovedFromThe, { user: nameOf(user) }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.removeUser, { user: nameOf(user) })}
      confirmLabel={words.remove}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.theirSessionsInThe}</p>
      {user.kind === 'member' && <p className="mt-2">{words.asAMemberOf}</p>}
    </ConfirmDialog>
  )
}

const parse = (text: string) => (text.trim() === '' ? {} : readObject(text))
