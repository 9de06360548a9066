import type { ServiceAccount } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AppPicker } from '../apps/AppPicker.tsx'
import { TokenValue } from './TokenValue.tsx'
import { words } from './words.ts'

/** Of somebody who has it: `you`, or `the account`. */
const permissionsOf = (who: string) => [
  { id: 'read_only', label: words.readOnly, description: fill(words.readsWhatWhoCan, { who }) },
  { id: 'full_access', label: words.fullAccess, description: fill(words.doesEverythingWhoCan, { who }) },
]
const REACHES = [
  { id: 'all', label: words.allApps, description: words.alsoThoseThatCome },
  { id: 'some', label: words.chosenApps, description: words.everyOtherAppReads },
]
const LIFETIMES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: words.oneYear },
  { id: 'never', label: words.neverExpires },
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
      title={account ? fill(words.newTokenOfName, { name: account.name }) : words.newAccessToken}
      submitLabel={words.createToken}
      onClose={onClose}
      act={create}
      disabledReason={reach === 'some' && appIds.length === 0 ? words.chooseAtLeastOne : undefined}
      onSubmit={(values) => create.mutate(values)}
    >
      <TextField
        label={words.name}
        name="name"
        maxLength={100}
        hint={words.whatWillUseIt}
        isRequired
        autoFocus
      />
      <RadioCards
        label={words.permission}
        name="permission"
        defaultValue="read_only"
        options={permissionsOf(account ? words.theAccount : 'you')}
      />
      <RadioCards label={words.reaches} value={reach} onChange={setReach} options={REACHES} />
      {reach === 'some' && <AppPicker label={words.apps} chosen={appIds} onChange={setAppIds} />}
      <Select
        label={words.expires}
        name="lifetime"
        defaultValue={account ? 'never' : '90'}
        options={LIFETIMES}
      />
    </FormDialog>
  )
}

function expiryAfter(days: string) {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
}
