import { useState } from 'react'
import { type Properties, valueAt } from '../../entity-schema.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import type { EntityRecord } from '../../queries.ts'
import { Select } from '../../ui/Select.tsx'
import { planSame, type RowChange } from './edits/row-changes.ts'
import { countOf } from './edits/use-row-writes.ts'
import { RecordField } from './record/RecordField.tsx'
import { editorOf, textOfValue, valueOfText } from './values/field-editor.ts'
import { faultOf } from './values/value-fault.ts'
import { words } from './words.ts'

interface EditRecordsProps {
  records: readonly EntityRecord[]
  properties: Properties
  required: readonly string[]
  onWrite: (changes: readonly RowChange[]) => void
  onClose: () => void
}

/** Sets one field of all selected records to one value. */
export function EditRecords({ records, properties, required, onWrite, onClose }: EditRecordsProps) {
  const names = Object.keys(properties)
  const [field, setField] = useState(names[0] ?? '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const property = valueAt(properties, field) ?? {}
  const kind = editorOf(property)
  const isRequired = required.includes(field)

  const submit = (form: FormData) => {
    const meant = valueOfText(kind, textOf(form, field))
    const fault = 'fault' in meant ? meant.fault : faultOf(property, meant.value, isRequired)
    setFaults(fault === null ? {} : { [field]: fault })
    if (fault !== null || 'fault' in meant) return
    onWrite(planSame(records, field, meant.value))
    onClose()
  }
  return (
    <FormDialog
      title={fill(words.editCount, { count: countOf(records.length, 'record') })}
      submitLabel={fill(words.setFieldOfCount, { field, count: countOf(records.length, 'record') })}
      faults={faults}
      disabledReason={names.length === 0 ? words.thisEntityHasNo : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label={words.field}
        options={names.map((name) => ({ id: name, label: name }))}
        selectedKey={field}
        onSelectionChange={(name) => {
          setField(String(name))
          setFaults({})
        }}
      />
      <RecordField
        key={field}
        name={field}
        property={property}
        kind={kind}
        text={textOfValue(kind, undefined)}
        isRequired={isRequired}
      />
      <p className="text-sm text-ink-2">{words.leftEmptyTheField}</p>
    </FormDialog>
  )
}
