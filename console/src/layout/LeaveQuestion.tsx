import { ConfirmDialog } from '../form/ConfirmDialog.tsx'

export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onClose={onStay}
      onConfirm={onLeave}
    >
      <p>What you typed on this page is not saved.</p>
    </ConfirmDialog>
  )
}
