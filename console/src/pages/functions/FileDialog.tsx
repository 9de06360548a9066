import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'
import { pathFault } from './function-draft.ts'
import { words } from './words.ts'

interface FileDialogProps {
  title: string
  submitLabel: string
  path?: string
  taken: readonly string[]
  onClose: () => void
  onSubmit: (path: string) => void
}

/** Asks for the path of a file; nothing is sent before the function is deployed. */
export function FileDialog({ title, submitLabel, path = '', taken, onClose, onSubmit }: FileDialogProps) {
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      onClose={onClose}
      onSubmit={(values) => {
        onSubmit(textOf(values, 'path'))
        onClose()
      }}
    >
      <TextField
        label={words.path}
        name="path"
        defaultValue={path}
        autoFocus
        autoComplete="off"
        isRequired
        maxLength={256}
        hint={words.suchAsLibPrice}
        validate={(typed) => pathFault(typed.trim(), taken)}
      />
    </FormDialog>
  )
}
