import type { Member } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'

interface RevokeInvitationProps {
  member: Member
  onClose: () => void
  onDone: () => void
}

export function RevokeInvitation({ member: { email }, onClose, onDone }: RevokeInvitationProps) {
  const { id: workspaceId } = useWorkspace()
  const revoke = useAct({
    run: () => workspaceClient(workspaceId).invitations.revoke({ email }),
    touches: ['members'],
    done: () => `Invitation of ${email} revoked`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Revoke this invitation?"
      confirmLabel="Revoke invitation"
      act={revoke}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      The link that was sent to <strong className="font-medium break-all text-ink">{email}</strong> stops at
      once. You can invite them again later.
    </ConfirmDialog>
  )
}
