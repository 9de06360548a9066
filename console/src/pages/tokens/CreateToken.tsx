import type { ServiceAccount } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AppPicker } from '../apps/AppPicker.tsx'
import { TokenValue } from './TokenValue.tsx'

/** Of somebody who has it: `you`, or `the account`. */
const permissionsOf = (who: string) => [
  { id: 'read_only', label: 'Read only', description: `Reads what ${who} can read, changes nothing.` },
  { id: 'full_access', label: 'Full access', description: `Does everything ${who} can do.` },
]
const REACHES = [
  { id: 'all', label: 'All apps', description: 'Also those that come later.' },
  { id: 'some', label: 'Chosen apps', description: 'Every other app reads as missing.' },
]
const LIFETIMES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: 'One year' },
  { id: 'never', label: 'Never expires' },
]
const DAY_MS = 24 * 60 * 60 * 1000

interface CreateTokenProps {
  /** Whose it will be, where it is not the person's own. */
  account?: ServiceAccount
  onClose: () => void
}

export function CreateToken({ account, onClose }: CreateTokenProps) {
  const { id: workspaceId } = useWorkspace()
  const [reach, setReach] = useState('all')
  const [appIds, setAppIds] = useState<string[]>([])
  const create = useAct({
    run: (values: FormData) => {
      const body = {
        name: textOf(values, 'name'),
        permission: textOf(values, 'permission') === 'full_access' ? 'full_access' : 'read_only',
        app_ids: reach === 'some' ? appIds : null,
        expires_at: expiryAfter(textOf(values, 'lifetime')),
      } as const
      return account
        ? workspaceClient(workspaceId).service_accounts.create_token({ service_account_id: account.id }, body)
        : workspaceClient(workspaceId).tokens.create(body)
    },
    touches: ['tokens', 'service_accounts'],
    failure: 'inline',
  })

  // The value exists only in this answer: once it is here, the dialog shows nothing else.
  if (create.data) return <TokenValue token={create.data} onClose={onClose} />
  return (
    <FormDialog
      title={account ? `New token of ${account.name}` : 'New access token'}
      submitLabel="Create token"
      onClose={onClose}
      act={create}
      disabledReason={reach === 'some' && appIds.length === 0 ? 'Choose at least one app.' : undefined}
      onSubmit={(values) => create.mutate(values)}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={100}
        hint="What will use it, so that you know it again."
        isRequired
        autoFocus
      />
      <RadioCards
        label="Permission"
        name="permission"
        defaultValue="read_only"
        options={permissionsOf(account ? 'the account' : 'you')}
      />
      <RadioCards label="Reaches" value={reach} onChange={setReach} options={REACHES} />
      {reach === 'some' && <AppPicker label="Apps" chosen={appIds} onChange={setAppIds} />}
      <Select label="Expires" name="lifetime" defaultValue={account ? 'never' : '90'} options={LIFETIMES} />
    </FormDialog>
  )
}

function expiryAfter(days: string) {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
}
