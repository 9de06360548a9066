import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { LimitField, limitIn } from './LimitField.tsx'
import { formatNumber } from './member-words.ts'

interface DefaultLimitProps {
  current: number | null
  monthlyLimit: number | null
  onClose: () => void
}

const CHOICES = [
  { id: 'none', label: 'No limit', description: 'Only that of the workspace for all together.' },
  { id: 'limited', label: 'Limit each', description: 'Everyone without a limit of their own.' },
]

export function DefaultLimit({ current, monthlyLimit, onClose }: DefaultLimitProps) {
  const { id: workspaceId } = useWorkspace()
  const [choice, setChoice] = useState(current === null ? 'none' : 'limited')
  const change = useAct({
    run: (credit_limit: number | null) =>
      workspaceClient(workspaceId).members.set_default_credit_limit({ credit_limit }),
    touches: ['members', 'credits'],
    done: (_, limit) =>
      limit === null
        ? 'Members have no default limit'
        : `Default limit is now ${formatNumber(limit)} a month`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Default credit limit"
      submitLabel="Save"
      onClose={onClose}
      act={change}
      onSubmit={(values) => change.mutate(choice === 'none' ? null : limitIn(values), { onSuccess: onClose })}
    >
      <RadioCards label="Members may use" value={choice} onChange={setChoice} options={CHOICES} />
      {choice === 'limited' && <LimitField current={current} monthlyLimit={monthlyLimit} />}
    </FormDialog>
  )
}
