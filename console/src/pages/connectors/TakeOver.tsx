import type { Sending } from '../../act.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fillWith } from '../../language/fill.ts'
import { words } from './words.ts'

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
      title={words.somebodyElseConnectedIt}
      confirmLabel={words.takeOver}
      cancelLabel={words.leaveIt}
      look="primary"
      act={act}
      onClose={onClose}
      onConfirm={onTakeOver}
    >
      <p>{fillWith(words.emailConnectedNameFor, { email, name, email2: email })}</p>
    </ConfirmDialog>
  )
}
