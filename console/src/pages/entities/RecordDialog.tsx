import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { type EntitySchema, type Json, valueAt } from '../../entity-schema.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import type { RecordsView } from '../../paths.ts'
import { type EntityRecord, rulesHeader } from '../../queries.ts'
import { explainCellRefusal, refusedNames } from './explain-refusal.ts'
import { editorOf, textOfValue, valueOfText } from './field-editor.ts'
import { RecordField } from './RecordField.tsx'
import { isSame } from './use-record-edits.ts'

interface RecordDialogProps {
  at: { app_id: string; entity_name: string }
  schema: EntitySchema
  /** The one to change; without it a new one is made. */
  record?: EntityRecord
  pastRules: RecordsView['past_rules']
  onClose: () => void
  onCreated?: (id: string) => void
}

/** A record as a form, made from the schema. Only what was changed is sent. */
export function RecordDialog({ at, schema, record, pastRules, onClose, onCreated }: RecordDialogProps) {
  const properties = Object.entries(schema.properties ?? {})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const valueIn = (name: string) => {
    if (record) return valueAt(record, name)
    return valueAt(schema.properties, name)?.default
  }
  const save = useAct({
    run: async (values: { [field: string]: Json }) => {
      const options = { headers: rulesHeader(pastRules) }
      if (record) return client.records.update({ ...at, entity_id: record.id }, values, options)
      const made = await client.records.create(at, values, options)
      // Before the list is read again, which can take longer than it takes to be told of it.
      onCreated?.(made.id)
      return made
    },
    touches: ['records'],
    done: () => (record ? 'Record saved' : `${at.entity_name} created`),
    failure: 'inline',
  })

  const submit = (form: FormData) => {
    const found: [string, string][] = []
    const changed: [string, Json][] = []
    for (const [name, property] of properties) {
      const before = valueIn(name)
      const kind = editorOf(property, before)
      const meant = valueOfText(kind, kind === 'long_text' ? rawOf(form, name) : textOf(form, name), before)
      if ('fault' in meant) found.push([name, meant.fault])
      else if (record ? !isSame(meant.value, before) : isGiven(meant.value)) changed.push([name, meant.value])
    }
    setFaults(Object.fromEntries(found))
    if (found.length > 0) return
    if (record && changed.length === 0) return onClose()
    save.mutate(Object.fromEntries(changed), {
      onSuccess: onClose,
      onError: (error) => setFaults(refusedFields(error)),
    })
  }

  return (
    <FormDialog
      title={record ? `Edit ${at.entity_name}` : `New ${at.entity_name}`}
      submitLabel={record ? 'Save changes' : 'Create'}
      act={save}
      faults={faults}
      width="lg"
      onClose={onClose}
      onSubmit={submit}
    >
      {properties.length === 0 && (
        <p className="text-ink-2">This entity has no fields. Add some in its schema.</p>
      )}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {properties.map(([name, property]) => (
          <RecordField
            key={name}
            name={name}
            property={property}
            kind={editorOf(property, valueIn(name))}
            text={textOfValue(editorOf(property, valueIn(name)), valueIn(name))}
            isRequired={schema.required?.includes(name) === true}
          />
        ))}
      </div>
    </FormDialog>
  )
}

/** A new record gets its defaults for what is not sent. */
const isGiven = (value: Json) => value !== null && !(Array.isArray(value) && value.length === 0)

function rawOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** The fields that a refusal names, each with its reason. */
function refusedFields(error: unknown): Record<string, string> {
  return Object.fromEntries(refusedNames(error).map((name) => [name, explainCellRefusal(error, name)]))
}
