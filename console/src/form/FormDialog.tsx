import { type ReactNode, useMemo } from 'react'
import { Form } from 'react-aria-components'
import type { Sending } from '../act.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { FormFailure } from './FormFailure.tsx'
import { useFieldErrors } from './use-field-errors.ts'
import { useOnce } from './use-once.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  onClose: () => void
  onSubmit: (values: FormData) => void
  /** What submitting sends; without it, submitting only closes the dialog. */
  act?: Sending
  /** Why it failed, where not the whole of what was answered is to be shown. */
  error?: unknown
  children: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** What is wrong with single fields, when the page knows better than the refusal says. */
  faults?: Record<string, string> | undefined
  /** Why it cannot be submitted yet. */
  disabledReason?: string | undefined
}

/** A form in a modal: fields with their refusals, the refusal of the whole on top, two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, onClose, onSubmit, act, error = act?.error, children, width } = props
  const { faults, disabledReason } = props
  const once = useOnce(act)
  const fieldErrors = useFieldErrors(error)
  const shown = faults ?? fieldErrors
  // A field asks for the faults of its name, and every usual object seems to have a `constructor`.
  const validationErrors = useMemo(() => Object.assign(Object.create(null), shown), [shown])
  return (
    <Dialog title={title} onClose={onClose} {...(width ? { width } : {})}>
      <Form
        className="flex min-h-0 flex-1 flex-col"
        validationErrors={validationErrors}
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          if (!disabledReason) once.run(() => onSubmit(new FormData(form)))
        }}
      >
        <DialogBody>
          <FormFailure error={error} />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={once.isTaken} disabledReason={disabledReason}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
