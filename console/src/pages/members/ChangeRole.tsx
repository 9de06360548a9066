import type { Member } from '@atrium/sdk'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { hasBusinessPlan, NEEDS_BUSINESS } from '../../permissions.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { BulkRefusal } from './BulkRefusal.tsx'
import { countPeople, GIVEN_ROLES, type GivenRole, nameOf, ROLE_LABELS } from './member-words.ts'
import { refusalsOf } from './Refusals.tsx'
import { useThoseLeft } from './use-those-left.ts'
import { words } from './words.ts'

interface ChangeRoleProps {
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

/** Another role for one member, or for several at once. */
export function ChangeRole({ members, onClose, onDone }: ChangeRoleProps) {
  const workspace = useWorkspace()
  const { left, leaveOut, who } = useThoseLeft(members)
  const api = workspaceClient(workspace.id)
  const change = useAct({
    run: async (role: GivenRole) => {
      const [first, ...others] = left
      if (first && others.length === 0) return api.members.set_role({ email: first.email }, { role })
      return api.members.bulk_set_role({ items: left.map(({ email }) => ({ email, role })) })
    },
    touches: ['members'],
    done: (_, role) =>
      left[0] && left.length === 1
        ? fill(words.isNowRole, { it: nameOf(left[0]), role: ROLE_LABELS[role].toLowerCase() })
        : fill(words.countChangedToRole, {
            count: countPeople(left.length),
            role: ROLE_LABELS[role].toLowerCase(),
          }),
    failure: 'inline',
  })
  const refused = refusalsOf(change.error)
  const hasAdmins = hasBusinessPlan(workspace)
  const losesLimit = left.some(({ is_default_limit }) => !is_default_limit)

  return (
    <FormDialog
      title={fill(words.changeTheRoleOf, { who })}
      submitLabel={words.changeRole}
      onClose={onClose}
      act={change}
      error={refused.length > 0 ? null : change.error}
      onSubmit={(values) => {
        const role = GIVEN_ROLES.find(({ id }) => id === textOf(values, 'role'))?.id
        if (role) {
          change.mutate(role, {
            onSuccess: () => {
              onClose()
              onDone()
            },
          })
        }
      }}
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
        label={words.role}
        name="role"
        columns={1}
        isRequired
        defaultValue={commonRole(members) ?? null}
        options={GIVEN_ROLES.map((option) =>
          option.id === 'admin' && !hasAdmins ? { ...option, description: NEEDS_BUSINESS } : option,
        )}
      />
      <p className="caption">
        {words.aGuestBecomesA}
        {losesLimit && words.whoBecomesAViewer}
      </p>
    </FormDialog>
  )
}

/** The role they all have, to start from. */
function commonRole(members: readonly Member[]): GivenRole | undefined {
  const [first] = members
  const isCommon = members.every(({ role }) => role === first?.role)
  return isCommon ? GIVEN_ROLES.find(({ id }) => id === first?.role)?.id : undefined
}
