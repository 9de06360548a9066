import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import type { WorkspaceOpenId, WorkspaceProvider } from '../../sign-in-queries.ts'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import { ClientFields, clientIn } from './ClientFields.tsx'
import { IssuerField } from './IssuerField.tsx'

export const JOIN_ROLES = [
  { id: 'viewer', label: 'Viewer' },
  { id: 'editor', label: 'Editor' },
  { id: 'guest', label: 'Guest' },
] as const satisfies { id: WorkspaceProvider['join_role']; label: string }[]

/** The provider of the workspace, and the domains whose people it signs in. */
export function SetWorkspaceProvider({ openId, onClose }: { openId: WorkspaceOpenId; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const saved = openId.provider
  const [joins_by_sign_in, setJoins] = useState(saved?.joins_by_sign_in ?? false)
  const [refuses_passwords, setRefuses] = useState(saved?.refuses_passwords ?? false)
  const [join_role, setRole] = useState<WorkspaceProvider['join_role']>(saved?.join_role ?? 'viewer')
  const set = useAct({
    run: (values: FormData) =>
      workspaceClient(workspaceId).workspace_openid.set({
        name: textOf(values, 'name'),
        issuer: textOf(values, 'issuer'),
        ...clientIn(values),
        domains: textOf(values, 'domains')
          .split(/[\s,]+/)
          .filter(Boolean),
        joins_by_sign_in,
        join_role,
        refuses_passwords,
      }),
    touches: ['workspace_openid'],
    done: () => 'Sign-in provider saved',
    failure: 'inline',
  })
  return (
    <FormDialog
      title={saved ? 'Change the sign-in provider' : 'Set up a sign-in provider'}
      submitLabel="Save provider"
      act={set}
      isChanged={() =>
        joins_by_sign_in !== (saved?.joins_by_sign_in ?? false) ||
        refuses_passwords !== (saved?.refuses_passwords ?? false) ||
        join_role !== (saved?.join_role ?? 'viewer')
      }
      onClose={onClose}
      onSubmit={(values) => set.mutate(values, { onSuccess: onClose })}
    >
      <CallbackAddress address={openId.redirect_uri} of="the new client" />
      <TextField
        label="Name"
        name="name"
        defaultValue={saved?.name ?? ''}
        maxLength={60}
        hint="Such as the name of your company."
        isRequired
        autoFocus
      />
      <IssuerField
        saved={saved?.issuer}
        hint="The address by which the provider calls itself; it speaks OpenID Connect."
      />
      <ClientFields saved={saved} />
      <TextField
        label="Domains"
        name="domains"
        rows={3}
        defaultValue={openId.domains.map(({ domain }) => domain).join('\n')}
        placeholder="example.com"
        hint="Of the emails that it signs in, one on each line. Each is proved by a DNS record afterwards."
        className="[&_textarea]:font-mono"
        isRequired
      />
      <Switch
        label="New people join by signing in"
        hint="Without this, only members and people who were invited come in."
        isSelected={joins_by_sign_in}
        onChange={setJoins}
      />
      {joins_by_sign_in && (
        <Select
          label="They join as"
          options={JOIN_ROLES}
          value={join_role}
          onChange={(role) => setRole(JOIN_ROLES.find(({ id }) => id === role)?.id ?? 'viewer')}
        />
      )}
      <Switch
        label="Refuse passwords"
        hint="Members with an email of these domains sign in by the provider only. Owners can always use their password."
        isSelected={refuses_passwords}
        onChange={setRefuses}
      />
    </FormDialog>
  )
}
