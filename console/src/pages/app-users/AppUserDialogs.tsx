import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { isObject } from '../../entity-schema.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type AppUser, nameOf } from './app-user-columns.tsx'

const TOUCHES = ['app_users', 'records', 'mail'] as const

const ROLE_HINT = 'Rules ask for it: “admin”, “user”, or a word of the app’s own.'

export function InviteAppUser({ appId, onClose }: { appId: string; onClose: () => void }) {
  const invite = useAct({
    run: ({ user_email, role }: { user_email: string; role: string }) =>
      client.app_users.invite({ app_id: appId }, { user_email, ...(role && { role }) }),
    touches: TOUCHES,
    done: ({ email }) => `${email} invited`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Invite a user"
      submitLabel="Invite"
      act={invite}
      onClose={onClose}
      onSubmit={(values) =>
        invite.mutate(
          { user_email: textOf(values, 'user_email'), role: textOf(values, 'role') },
          { onSuccess: onClose },
        )
      }
    >
      <TextField label="Email" name="user_email" type="email" isRequired autoFocus />
      <TextField label="Role" name="role" defaultValue="user" hint={ROLE_HINT} />
      <p className="caption">
        They get a mail with a link to the app, where they sign up with this email. They become no member of
        the workspace.
      </p>
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
    done: () => `${nameOf(user)} changed`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={nameOf(user)}
      submitLabel="Save changes"
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
        label="Role"
        name="role"
        defaultValue={user.role ?? ''}
        hint={`${ROLE_HINT} Left empty, their access to the app decides.`}
      />
      <TextField
        label="Data"
        rows={6}
        value={text}
        onChange={setText}
        isInvalid={!data}
        hint={
          data ? 'What the app keeps of them, as JSON. Rules ask for it as {{user.data.<field>}}.' : NO_OBJECT
        }
        className="[&_textarea]:font-mono"
      />
    </FormDialog>
  )
}

const NO_OBJECT = 'This is not a JSON object, such as {"team": "north"}.'

export function RemoveAppUser({ appId, user, onClose }: AppUserDialogProps) {
  const remove = useAct({
    run: () => client.app_users.remove({ app_id: appId, user_id: user.id }),
    touches: TOUCHES,
    done: () => `${nameOf(user)} removed from the app`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(user)}?`}
      confirmLabel="Remove"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        Their sessions in the app end at once, and the role and data it keeps of them are gone. Records that
        they created stay.
      </p>
      {user.kind === 'member' && (
        <p className="mt-2">
          As a member of the workspace they can still open the app if their role lets them.
        </p>
      )}
    </ConfirmDialog>
  )
}

function parse(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
