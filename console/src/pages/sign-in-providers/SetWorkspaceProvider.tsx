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
import { words } from './words.ts'

export const JOIN_ROLES = [
  { id: 'viewer', label: words.viewer },
  { id: 'editor', label: words.editor },
  { id: 'guest', label: words.guest },
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
    done: () => words.signInProviderSaved,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={saved ? words.changeTheSignIn : words.setUpASign}
      submitLabel={words.saveProvider}
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
        label={words.name}
        name="name"
        defaultValue={saved?.name ?? ''}
        maxLength={60}
        hint={words.suchAsTheName}
        isRequired
        autoFocus
      />
      <IssuerField saved={saved?.issuer} hint={words.theAddressByWhichThe} />
      <ClientFields saved={saved} />
      <TextField
        label={words.domains}
        name="domains"
        rows={3}
        defaultValue={openId.domains.map(({ domain }) => domain).join('\n')}
        placeholder="example.com"
        hint={words.ofTheEmailsThat}
        className="[&_textarea]:font-mono"
        isRequired
      />
      <Switch
        label={words.newPeopleJoinBy}
        hint={words.withoutThisOnlyMembers}
        isSelected={joins_by_sign_in}
        onChange={setJoins}
      />
      {joins_by_sign_in && (
        <Select
          label={words.theyJoinAs}
          options={JOIN_ROLES}
          value={join_role}
          onChange={(role) => setRole(JOIN_ROLES.find(({ id }) => id === role)?.id ?? 'viewer')}
        />
      )}
      <Switch
        label={words.refusePasswords}
        hint={words.membersWithAnEmail}
        isSelected={refuses_passwords}
        onChange={setRefuses}
      />
    </FormDialog>
  )
}
