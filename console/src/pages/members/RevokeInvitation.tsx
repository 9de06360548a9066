import type { Member } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { words } from './words.ts'

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
    done: () => fill(words.invitationOfEmailRevoked, { email }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.revokeThisInvitation}
      confirmLabel={words.revokeInvitation}
      act={revoke}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      {fillWith(words.theLinkThatWas, {
        strong: <strong className="font-medium break-all text-ink">{email}</strong>,
      })}
    </ConfirmDialog>
  )
}
