import { History } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../../act.ts'
import { client, queryClient } from '../../../api.ts'
import { type EntitySchema, type Json, valueAt } from '../../../entity-schema.ts'
import { FormDialog } from '../../../form/FormDialog.tsx'
import { textOf } from '../../../form/form-values.ts'
import { fill } from '../../../language/fill.ts'
import type { RecordsView } from '../../../paths.ts'
import { type EntityRecord, queries, rulesHeader } from '../../../queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Dispute, DisputedFields, disputeAfter, isOpen } from '../edits/DisputedFields.tsx'
import { explainCellRefusal, refusedNames } from '../edits/explain-refusal.ts'
import { ChangedSince, saveUnlessChanged, type Values } from '../edits/save-unless-changed.ts'
import { editorOf, textOfValue, valueOfText } from '../values/field-editor.ts'
import { isSame } from '../values/same-value.ts'
import { RecordField } from './RecordField.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { words } from './words.ts'

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
  const [isPastShown, setPastShown] = useState(false)
  const [dispute, setDispute] = useState<Dispute | null>(null)
  /** What the record holds as far as the person has seen it. */
  const base = dispute?.theirs ?? record
  const valueIn = (name: string) => {
    if (record) return valueAt(record, name)
    return valueAt(schema.properties, name)?.default
  }
  const save = useAct({
    run: async (values: Values) => {
      const options = { headers: rulesHeader(pastRules) }
      if (base) {
        const one = { ...at, entity_id: base.id }
        return saveUnlessChanged(base, values, {
          send: (sent, if_match) => client.records.update(one, sent, { ...options, if_match }),
          read: () => queryClient.fetchQuery(queries.record(at.app_id, at.entity_name, base.id, pastRules)),
        })
      }
      const made = await client.records.create(at, values, options)
      // Before the list is read again, which can take longer than it takes to be notified of it.
      onCreated?.(made.id)
      return made
    },
    touches: ['records'],
    done: () => (record ? words.recordSaved : fill(words.entityNameCreated, { entityName: at.entity_name })),
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
      else if (valueAt(dispute?.choices, name) === 'theirs') continue
      else if (record ? !isSame(meant.value, before) : isGiven(meant.value)) changed.push([name, meant.value])
    }
    setFaults(Object.fromEntries(found))
    if (found.length > 0) return
    if (record && changed.length === 0) return onClose()
    const values: Values = Object.fromEntries(changed)
    save.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        setFaults(refusedFields(error))
        if (error instanceof ChangedSince) setDispute(disputeAfter(dispute, error, values))
      },
    })
  }

  return (
    <FormDialog
      title={
        record
          ? fill(words.editEntityName, { entityName: at.entity_name })
          : fill(words.newEntityName, { entityName: at.entity_name })
      }
      submitLabel={record ? words.saveChanges : words.create}
      act={save}
      error={save.error instanceof ChangedSince ? null : save.error}
      disabledReason={isOpen(dispute) ? words.chooseWhichValuesShould : undefined}
      faults={faults}
      width="lg"
      onClose={onClose}
      onSubmit={submit}
    >
      {dispute && (
        <DisputedFields
          dispute={dispute}
          properties={schema.properties ?? {}}
          onChoose={(name, whose) =>
            setDispute({ ...dispute, choices: { ...dispute.choices, [name]: whose } })
          }
        />
      )}
      {properties.length === 0 && <p className="text-ink-2">{words.thisEntityHasNoFields}</p>}
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
      {record && (
        <Button size="sm" icon={History} onPress={() => setPastShown(true)}>
          {words.history}
        </Button>
      )}
      {record && isPastShown && (
        <RecordHistory
          at={at}
          schema={schema}
          record={record}
          name={at.entity_name}
          pastRules={pastRules}
          onClose={() => setPastShown(false)}
        />
      )}
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
