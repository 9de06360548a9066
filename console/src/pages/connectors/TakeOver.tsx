import type { Sending } from '../../act.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface TakeOverProps {
  name: string
  email: string
  act: Sending
  onTakeOver: () => void
  onClose: () => void
}

/** Another person's connection is active: replacing it is for people to decide. */
export function TakeOver({ name, email, act, onTakeOver, onClose }: TakeOverProps) {
  return (
    <ConfirmDialog
      title="Somebody else connected it"
      confirmLabel="Take over"
      cancelLabel="Leave it"
      look="primary"
      act={act}
      onClose={onClose}
      onConfirm={onTakeOver}
    >
      <p>
        {email} connected {name} for this app, and it works. If you take over, the app uses your account from
        the moment you approve, and no longer that of {email}.
      </p>
    </ConfirmDialog>
  )
}
