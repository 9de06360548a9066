import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { LimitField, limitIn } from './LimitField.tsx'
import { formatNumber } from './member-words.ts'
import { words } from './words.ts'

interface DefaultLimitProps {
  current: number | null
  monthlyLimit: number | null
  onClose: () => void
}

const CHOICES = [
  { id: 'none', label: words.noLimit, description: words.onlyThatOfThe },
  { id: 'limited', label: words.limitEach, description: words.everyoneWithoutALimit },
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
        ? words.membersHaveNoDefault
        : fill(words.defaultLimitIsNow, { limit: formatNumber(limit) }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.defaultCreditLimit}
      submitLabel={words.save}
      onClose={onClose}
      act={change}
      onSubmit={(values) => change.mutate(choice === 'none' ? null : limitIn(values), { onSuccess: onClose })}
    >
      <RadioCards label={words.membersMayUse} value={choice} onChange={setChoice} options={CHOICES} />
      {choice === 'limited' && <LimitField current={current} monthlyLimit={monthlyLimit} />}
    </FormDialog>
  )
}
