import type { ReactNode } from 'react'
import { fillWith } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { words } from './words.ts'

interface SecretDialogProps {
  title: string
  /** What the value is called. */
  label: string
  value: string
  onClose: () => void
  /** Below the value: what to do with it. */
  children?: ReactNode
}

/** The only time a secret is seen; it closes by its button alone, never by accident. */
export function SecretDialog({ title, label, value, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isDismissable={false}>
      <DialogBody>
        <Notice tone="caution" title={words.copyItNow}>
          {fillWith(words.thisIsTheOnly, { label: label.toLowerCase() })}
        </Notice>
        <div className="flex items-end gap-2">
          <TextField
            label={label}
            value={value}
            isReadOnly
            autoFocus
            onFocus={({ target }) => target.select()}
            className="flex-1 font-mono"
          />
          <CopyButton text={value} label={words.copy} look="button" />
        </div>
        {children}
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onPress={onClose}>
          {words.iHaveCopiedIt}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
