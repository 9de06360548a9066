import { type ReactNode, useMemo } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { FormFailure } from './FormFailure.tsx'
import { useFieldErrors } from './use-field-errors.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  onClose: () => void
  onSubmit: (values: FormData) => void
  isPending: boolean
  error: unknown
  children: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** What is wrong with single fields, when the page knows better than the refusal says. */
  faults?: Record<string, string> | undefined
  /** Why it cannot be submitted yet. */
  disabledReason?: string | undefined
}

/** A form in a modal: fields with their refusals, the refusal of the whole on top, two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, onClose, onSubmit, isPending, error, children, width, disabledReason } = props
  const { faults } = props
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
          if (!isPending && !disabledReason) onSubmit(new FormData(event.currentTarget))
        }}
      >
        <DialogBody>
          <FormFailure error={error} />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={isPending} disabledReason={disabledReason}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
