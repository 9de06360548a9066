import type { Member } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { counted, nameOf } from './member-words.ts'

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
        ? `${nameOf(member)} removed`
        : `${nameOf(member)} removed; ${counted(count, 'app or agent', 'apps and agents')} passed to the owner`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(member)}?`}
      confirmLabel="Remove"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      <p>
        <strong className="font-medium break-all text-ink">{member.email}</strong> loses access to this
        workspace at once, and their access tokens stop. What was shared with them is taken back.
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
  if (owned.length === 0) return 'They own no apps or agents.'
  return `The ${owned.join(' and ')} they own stay, and pass to the owner of the workspace.`
}
