import type { Member } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { BulkRefusal } from './BulkRefusal.tsx'
import { LimitField, limitIn } from './LimitField.tsx'
import { countPeople, formatNumber, nameOf } from './member-words.ts'
import { refusalsOf } from './Refusals.tsx'
import { useThoseLeft } from './use-those-left.ts'
import { words } from './words.ts'

interface ChangeLimitProps {
  members: readonly Member[]
  limits: { monthly_limit: number | null; default_member_credit_limit: number | null }
  onClose: () => void
  onDone: () => void
}

/** A credit limit for one member or several, or back to the default of the workspace. */
export function ChangeLimit({ members, limits, onClose, onDone }: ChangeLimitProps) {
  const { id: workspaceId } = useWorkspace()
  const { left, leaveOut, who } = useThoseLeft(members)
  const own = members.length === 1 && !members[0]?.is_default_limit ? members[0]?.credit_limit : undefined
  const [choice, setChoice] = useState(members.every((member) => member.is_default_limit) ? 'default' : 'own')
  const api = workspaceClient(workspaceId)
  const change = useAct({
    run: async (credit_limit: number | null) => {
      const [first, ...others] = left
      if (first && others.length === 0)
        return api.members.set_credit_limit({ email: first.email }, { credit_limit })
      return api.members.bulk_set_credit_limit({ items: left.map(({ email }) => ({ email, credit_limit })) })
    },
    touches: ['members', 'credits'],
    done: (_, limit) => {
      const whose = left[0] && left.length === 1 ? nameOf(left[0]) : countPeople(left.length)
      return `${whose}: ${limit === null ? words.onTheDefaultLimit : fill(words.limitOfLimitA, { limit: formatNumber(limit) })}`
    },
    failure: 'inline',
  })
  const refused = refusalsOf(change.error)
  const byDefault = limits.default_member_credit_limit

  return (
    <FormDialog
      title={fill(words.changeTheCreditLimit, { who })}
      submitLabel={words.changeLimit}
      onClose={onClose}
      act={change}
      error={refused.length > 0 ? null : change.error}
      onSubmit={(values) =>
        change.mutate(choice === 'default' ? null : limitIn(values), {
          onSuccess: () => {
            onClose()
            onDone()
          },
        })
      }
    >
      <BulkRefusal
        refused={refused}
        of={left.length}
        onLeaveOut={() => {
          leaveOut(refused)
          change.reset()
        }}
      />
      <RadioCards
        label={words.limit}
        value={choice}
        onChange={setChoice}
        options={[
          {
            id: 'default',
            label: words.workspaceDefault,
            description:
              byDefault === null
                ? words.noneAtPresent
                : fill(words.byDefaultAMonthAt, { byDefault: formatNumber(byDefault) }),
          },
          { id: 'own', label: words.limitOfTheirOwn, description: words.staysWhenTheDefault },
        ]}
      />
      {choice === 'own' && <LimitField current={own ?? null} monthlyLimit={limits.monthly_limit} />}
    </FormDialog>
  )
}
