import type { InstallationWorkspace } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { COUNTRIES } from '../../countries.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { amountsIn, linesOf } from './amount-lines.ts'
import { words } from './words.ts'

const PLANS = [
  { id: 'free', label: words.planFree },
  { id: 'starter', label: words.planStarter },
  { id: 'builder', label: words.planBuilder },
  { id: 'pro', label: words.planPro },
  { id: 'business', label: words.planBusiness },
  { id: 'enterprise', label: words.planEnterprise },
]
const NO_COUNTRY = 'none'
const BILLING_COUNTRIES = [{ id: NO_COUNTRY, label: words.notSet }, ...COUNTRIES]
const PAYMENT_METHODS = [
  { id: 'ok', label: words.paymentOk },
  { id: 'none', label: words.paymentMissing },
  { id: 'unreachable', label: words.paymentUnreachable },
]

interface WorkspaceFormProps {
  workspace: InstallationWorkspace
  onClose: () => void
}

export function WorkspaceForm({ workspace, onClose }: WorkspaceFormProps) {
  const [faults, setFaults] = useState<Record<string, string>>()
  const { name, version } = workspace
  const [hold, setHold] = useState(workspace.billing_hold)
  const save = useAct({
    run: (change: Parameters<typeof client.installation.update_workspace>[1]) =>
      client.installation.update_workspace({ workspace_id: workspace.id }, change, {
        headers: { 'if-match': `"${version}"` },
      }),
    touches: ['installation_workspaces', 'session', 'members', 'usage'],
    done: () => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  const submit = (values: FormData) => {
    const rate_limits = amountsIn(textOf(values, 'rate_limits'), workspace.rate_limits)
    const quotas = amountsIn(textOf(values, 'quotas'), workspace.quotas)
    if (typeof rate_limits === 'string' || typeof quotas === 'string') {
      setFaults({
        ...(typeof rate_limits === 'string' && { rate_limits: fill(words.notALine, { line: rate_limits }) }),
        ...(typeof quotas === 'string' && { quotas: fill(words.notALine, { line: quotas }) }),
      })
      return
    }
    setFaults(undefined)
    const monthly = textOf(values, 'monthly_limit')
    const country = textOf(values, 'billing_country')
    const change = {
      plan: textOf(values, 'plan') as InstallationWorkspace['plan'],
      monthly_limit: monthly === '' ? null : Number(monthly),
      billing_country: country === NO_COUNTRY ? null : country,
      payment_method: textOf(values, 'payment_method') as InstallationWorkspace['payment_method'],
      billing_hold: hold,
      ...{ rate_limits, quotas },
    }
    save.mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={fill(words.changeName, { name })}
      submitLabel={words.save}
      onClose={onClose}
      act={save}
      faults={faults}
      isChanged={() => hold !== workspace.billing_hold}
      onSubmit={submit}
    >
      <Select label={words.plan} name="plan" defaultValue={workspace.plan} options={PLANS} />
      <NumberField
        label={words.creditsAMonth}
        name="monthly_limit"
        {...(workspace.monthly_limit !== null && { defaultValue: workspace.monthly_limit })}
        minValue={0}
        hint={words.emptyForNoLimit}
      />
      <Select
        label={words.billingCountry}
        name="billing_country"
        defaultValue={workspace.billing_country ?? NO_COUNTRY}
        options={BILLING_COUNTRIES}
      />
      <Select
        label={words.payment}
        name="payment_method"
        defaultValue={workspace.payment_method}
        options={PAYMENT_METHODS}
        hint={words.whereNoProvider}
      />
      <Switch label={words.billingHold} hint={words.nothingThatCosts} isSelected={hold} onChange={setHold} />
      <TextField
        label={words.rateLimits}
        name="rate_limits"
        rows={3}
        defaultValue={linesOf(workspace.rate_limits)}
        placeholder="members.list = 60"
        hint={words.requestsAMinute}
        optional
      />
      <TextField
        label={words.quotas}
        name="quotas"
        rows={3}
        defaultValue={linesOf(workspace.quotas)}
        placeholder="app.records = 1000000"
        hint={words.oneALine}
        optional
      />
    </FormDialog>
  )
}
