import { useState } from 'react'
import { FormDialog } from '../../../form/FormDialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { CellEdit } from '../edits/edit-queue.ts'
import type { EditorKind } from '../values/field-editor.ts'
import { editOf, type OpenCell } from './use-open-cell.ts'
import { words } from './words.ts'

interface EditInDialogProps {
  open: OpenCell
  /** Why what was typed before was refused. */
  refusal: string | undefined
  onSave: (edit: CellEdit) => void
  onClose: () => void
}

const HINTS: Partial<Record<EditorKind, string>> = {
  list: words.oneEntryALine,
  json: words.asJsonLeftEmpty,
}

/** For values that need room: long texts, lists and objects. */
export function EditInDialog({ open, refusal, onSave, onClose }: EditInDialogProps) {
  const { kind } = open
  const field = open.column.name
  const [text, setText] = useState(open.text)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <FormDialog
      title={field}
      submitLabel={words.save}
      width="lg"
      onClose={onClose}
      onSubmit={() => {
        const meant = editOf(open, text)
        if ('fault' in meant) return setFault(meant.fault)
        onSave(meant.edit)
        onClose()
      }}
    >
      {(fault ?? refusal) && <Notice tone="danger">{fault ?? refusal}</Notice>}
      <TextField
        label={field}
        value={text}
        onChange={setText}
        rows={kind === 'json' ? 14 : 8}
        hint={HINTS[kind] ?? ''}
        autoFocus
        className={kind === 'json' ? '[&_textarea]:font-mono' : ''}
      />
    </FormDialog>
  )
}
