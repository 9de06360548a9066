import type { Member } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { counted, nameOf } from './member-words.ts'
import { words } from './words.ts'

interface RemoveMemberProps {
  member: Member
  onClose: () => void
  onDone: () => void
}

export function RemoveMember({ member, onClose, onDone }: RemoveMemberProps) {
  const { id: workspaceId } = useWorkspace()
  const remove = useAct({
    run: () => workspaceClient(workspaceId).members.remove({ email: member.email }),
    touches: ['members', 'apps', 'agents', 'collaborators', 'tokens', 'folders'],
    done: ({ apps_passed_on: count }) =>
      count === 0
        ? fill(words.memberRemoved, { member: nameOf(member) })
        : fill(words.memberRemovedCountPassed, {
            member: nameOf(member),
            count: counted(count, words.appOrAgent, words.appsAndAgents),
          }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.removeMember, { member: nameOf(member) })}
      confirmLabel={words.remove}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      <p>
        {fillWith(words.strongLosesAccessTo, {
          strong: <strong className="font-medium break-all text-ink">{member.email}</strong>,
        })}
      </p>
      <p className="mt-2">{whatTheyOwn(member)}</p>
    </ConfirmDialog>
  )
}

function whatTheyOwn({ apps_owned, agents_owned }: Member) {
  const owned = [
    apps_owned > 0 && counted(apps_owned, 'app', 'apps'),
    agents_owned > 0 && counted(agents_owned, 'agent', 'agents'),
  ].filter(Boolean)
  if (owned.length === 0) return words.theyOwnNoApps
  return fill(words.theOwnedTheyOwn, { owned: owned.join(' and ') })
}
