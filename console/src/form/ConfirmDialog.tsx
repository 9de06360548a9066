import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'

interface ConfirmDialogProps {
  title: string
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  isPending: boolean
  children: ReactNode
  /** What has to be typed first, for acts that take a lot with them. */
  typeToConfirm?: string
  /** `primary` for what takes nothing away. */
  look?: 'danger' | 'primary'
}

/** Asks before an act that is not easily undone. Its failures are toasts, so that the dialog can close. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    confirmLabel,
    onConfirm,
    onClose,
    isPending,
    children,
    typeToConfirm,
    look = 'danger',
  } = props
  const [typed, setTyped] = useState('')
  const isLocked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm.trim()
  return (
    <Dialog title={title} onClose={onClose} role="alertdialog" width="sm">
      <DialogBody>
        <div className="text-ink-2">{children}</div>
        {typeToConfirm !== undefined && (
          <TextField
            label={`Type “${typeToConfirm}” to confirm`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            autoFocus
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look={look}
          isPending={isPending}
          onPress={onConfirm}
          disabledReason={isLocked ? 'Type the name first.' : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
