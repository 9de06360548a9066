import { type ReactNode, useState } from 'react'
import type { Sending } from '../act.ts'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useOnce } from './use-once.ts'
import { words } from './words.ts'

interface ConfirmDialogProps {
  title: string
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
  /** What confirming sends; without it, it only closes the dialog. */
  act?: Sending
  children: ReactNode
  /** What has to be typed first, for acts that take a lot with them. */
  typeToConfirm?: string
  /** `primary` for what takes nothing away. */
  look?: 'danger' | 'primary'
}

/** Asks before an act that is not easily undone. Its failures are toasts, so that the dialog can close. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, cancelLabel = 'Cancel', onConfirm, onClose, act, children } = props
  const { typeToConfirm, look = 'danger' } = props
  const once = useOnce(act)
  const [typed, setTyped] = useState('')
  const isLocked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm.trim()
  return (
    <Dialog title={title} onClose={onClose} role="alertdialog" width="sm">
      <DialogBody>
        <div className="text-ink-2">{children}</div>
        {typeToConfirm !== undefined && (
          <TextField
            label={fill(words.typeTypeToConfirmToConfirm, { typeToConfirm })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            autoFocus
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{cancelLabel}</Button>
        <Button
          look={look}
          isPending={once.isTaken}
          onPress={() => once.run(onConfirm)}
          disabledReason={isLocked ? words.typeTheNameFirst : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
