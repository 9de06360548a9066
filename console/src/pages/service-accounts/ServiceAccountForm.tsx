import type { ServiceAccount } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { hasBusinessPlan } from '../../permissions.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AppPicker } from '../apps/AppPicker.tsx'
import { words } from './words.ts'

const ROLES = [
  { id: 'viewer', label: words.viewer },
  { id: 'editor', label: words.editor },
]
const REACHES = [
  { id: 'all', label: words.allApps, description: words.alsoThoseThatCome },
  { id: 'some', label: words.chosenApps, description: words.everyOtherAppReads },
]

interface ServiceAccountFormProps {
  /** The one to change; without it a new one is made. */
  account?: ServiceAccount
  onClose: () => void
}

export function ServiceAccountForm({ account, onClose }: ServiceAccountFormProps) {
  const workspace = useWorkspace()
  const [reach, setReach] = useState(account?.app_ids ? 'some' : 'all')
  const [appIds, setAppIds] = useState<string[]>(account?.app_ids ?? [])
  const save = useAct({
    run: (values: FormData) => {
      const role = textOf(values, 'role') as ServiceAccount['role']
      const fields = {
        ...{ name: textOf(values, 'name'), description: textOf(values, 'description'), role },
        app_ids: reach === 'some' ? appIds : null,
      }
      return account
        ? workspaceClient(workspace.id).service_accounts.update({ service_account_id: account.id }, fields)
        : workspaceClient(workspace.id).service_accounts.create(fields)
    },
    touches: ['service_accounts'],
    done: ({ name }) => `${name} ${account ? 'saved' : 'created'}`,
    failure: 'inline',
  })
  const roles = hasBusinessPlan(workspace) ? [...ROLES, { id: 'admin', label: words.admin }] : ROLES
  return (
    <FormDialog
      title={account ? fill(words.changeName, { name: account.name }) : words.newServiceAccount}
      submitLabel={account ? words.save : words.createServiceAccount}
      onClose={onClose}
      act={save}
      disabledReason={reach === 'some' && appIds.length === 0 ? words.chooseAtLeastOne : undefined}
      onSubmit={(values) => save.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.name}
        name="name"
        maxLength={100}
        defaultValue={account?.name ?? ''}
        hint={words.whichProgramItStands}
        isRequired
        autoFocus
      />
      <TextField
        label={words.description}
        name="description"
        maxLength={1000}
        defaultValue={account?.description ?? ''}
        optional
      />
      <Select label={words.role} name="role" defaultValue={account?.role ?? 'viewer'} options={roles} />
      <RadioCards label={words.reaches} value={reach} onChange={setReach} options={REACHES} />
      {reach === 'some' && <AppPicker label={words.apps} chosen={appIds} onChange={setAppIds} />}
    </FormDialog>
  )
}
