import type { ReactNode } from 'react'
import { toastFailure, useAct } from '../act.ts'
import { fill } from '../language/fill.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { words } from './words.ts'

interface DeleteDialogProps {
  /** Of what is deleted. */
  name: string
  confirmLabel: string
  run: () => Promise<unknown>
  /** Areas of `queries` that show what was deleted. */
  touches: readonly string[]
  typeToConfirm?: string
  onClose: () => void
  /** What goes with it. */
  children: ReactNode
}

/** Asks before something with a name is deleted, deletes it, and closes whether or not that succeeds. */
export function DeleteDialog({ name, run, touches, onClose, ...dialog }: DeleteDialogProps) {
  const remove = useAct({
    run,
    touches,
    done: () => fill(words.nameDeleted, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={fill(words.deleteName, { name })}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}
