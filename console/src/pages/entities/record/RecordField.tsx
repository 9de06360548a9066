import type { Property } from '../../../entity-schema.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { choicesOf, type EditorKind, needsRoom } from '../values/field-editor.ts'
import { words } from './words.ts'

interface RecordFieldProps {
  name: string
  property: Property
  kind: EditorKind
  /** What stands in it at first. */
  text: string
  isRequired: boolean
}

/** The box of one field in a form, by what the field takes. */
export function RecordField({ name, property, kind, text, isRequired }: RecordFieldProps) {
  const hint = [property.description, HINTS[kind]].filter(Boolean).join('. ')
  const shared = { label: name, name, ...(hint ? { hint } : {}) }
  if (kind === 'choice') return <Select {...shared} options={choicesOf(property)} defaultValue={text} />
  return (
    <TextField
      {...shared}
      defaultValue={text}
      optional={!isRequired}
      type={TYPES[kind] ?? 'text'}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(needsRoom(kind) ? { rows: kind === 'list' ? 3 : 4 } : {})}
      className={needsRoom(kind) ? `sm:col-span-2 ${kind === 'json' ? '[&_textarea]:font-mono' : ''}` : ''}
    />
  )
}

const HINTS: Partial<Record<EditorKind, string>> = { list: words.oneEntryALine2, json: words.asJson }

const TYPES: Partial<Record<EditorKind, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local',
}
