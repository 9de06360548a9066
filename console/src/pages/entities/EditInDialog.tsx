import { useState } from 'react'
import { FormDialog } from '../../form/FormDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type EditorKind, valueOfText } from './field-editor.ts'
import type { CellChange } from './use-record-edits.ts'

interface EditInDialogProps {
  id: string
  field: string
  kind: EditorKind
  text: string
  /** Why what was typed before was refused. */
  refusal: string | undefined
  onSave: (change: CellChange) => void
  onClose: () => void
}

const HINTS: Partial<Record<EditorKind, string>> = {
  list: 'One entry a line.',
  json: 'As JSON. Left empty, the field is emptied.',
}

/** For values that need room: long texts, lists and objects. */
export function EditInDialog({ id, field, kind, text: begun, refusal, onSave, onClose }: EditInDialogProps) {
  const [text, setText] = useState(begun)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <FormDialog
      title={field}
      submitLabel="Save"
      width="lg"
      onClose={onClose}
      onSubmit={() => {
        const meant = valueOfText(kind, text)
        if ('fault' in meant) return setFault(meant.fault)
        onSave({ id, field, value: meant.value, text })
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
