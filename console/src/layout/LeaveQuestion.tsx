import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { words } from './words.ts'

export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title={words.leaveWithoutSaving}
      confirmLabel={words.leave}
      cancelLabel={words.stay}
      onClose={onStay}
      onConfirm={onLeave}
    >
      <p>{words.whatYouTypedOn}</p>
    </ConfirmDialog>
  )
}
