import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import type { Sending } from '../act.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/Dialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FormFailure } from './FormFailure.tsx'
import { useUnsavedWork } from './unsaved-work.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { useOnce } from './use-once.ts'
import { useTyped } from './use-typed.ts'
import { words } from './words.ts'

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
  /** Whether something was filled in that no text field shows, such as a list of words. */
  isChanged?: () => boolean
  /** Why it cannot be submitted yet. */
  disabledReason?: string | undefined
}

/** A form in a modal: fields with their refusals, the refusal of the whole on top, two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, onClose, onSubmit, act, error = act?.error, children, width } = props
  const { faults, disabledReason } = props
  const once = useOnce(act)
  const form = useRef<HTMLFormElement>(null)
  const isTyped = useTyped(form)
  const [isAsking, setAsking] = useState(false)
  const isUnsaved = () => (isTyped() || props.isChanged?.() === true) && !once.isDone()
  const close = () => (isUnsaved() ? setAsking(true) : onClose())
  useUnsavedWork(isUnsaved)
  const fieldErrors = useFieldErrors(error)
  const shown = faults ?? fieldErrors
  // A field asks for the faults of its name, and every usual object seems to have a `constructor`.
  const validationErrors = useMemo(() => Object.assign(Object.create(null), shown), [shown])
  return (
    <>
      <Dialog title={title} onClose={close} {...(width ? { width } : {})}>
        <Form
          ref={form}
          className="flex min-h-0 flex-1 flex-col"
          validationErrors={validationErrors}
          onSubmit={(event) => {
            event.preventDefault()
            const values = new FormData(event.currentTarget)
            if (!disabledReason) once.run(() => onSubmit(values))
          }}
        >
          <DialogBody>
            <FormFailure error={error} />
            {children}
          </DialogBody>
          <DialogFooter>
            <Button onPress={close}>{words.cancel}</Button>
            <Button type="submit" look="primary" isPending={once.isTaken} disabledReason={disabledReason}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </Form>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title={words.discardWhatYouTyped}
          confirmLabel={words.discard}
          cancelLabel={words.goOnTyping}
          onClose={() => setAsking(false)}
          onConfirm={onClose}
        >
          <p>{act?.isPending ? words.itIsOnIts : words.itIsNotSaved}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
