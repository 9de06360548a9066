import { CALLS } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { isObject, type Json } from '../../../entity-schema.ts'
import { queries } from '../../../queries.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { CALL_FIELDS, CALL_LABELS, type CallField } from './calls.ts'
import type { FieldsProps } from './fields-props.ts'
import { JsonField } from './JsonField.tsx'
import { words } from './words.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'].map((id) => ({
  id,
  label: id.toUpperCase(),
}))
const CALL_OPTIONS = CALLS.map((id) => ({
  id,
  label: CALL_LABELS[id],
}))

/** What a step calls, and what it gives along. */
export function CallFields({ task, appId, set }: FieldsProps) {
  const call = CALLS.find((known) => known === task.call)
  const values = task.with !== undefined && isObject(task.with) ? task.with : {}
  return (
    <>
      <Select
        label={words.calls}
        options={CALL_OPTIONS}
        value={call ?? null}
        onChange={(key) => set(['call'], String(key))}
      />
      {(call ? CALL_FIELDS[call] : []).map((field) => (
        <CallInput
          key={`${call} ${field.name}`}
          field={field}
          appId={appId}
          value={values[field.name]}
          onChange={(value) => set(['with', field.name], value)}
        />
      ))}
    </>
  )
}

interface CallInputProps {
  field: CallField
  appId: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

function CallInput({ field: { label, kind, hint }, appId, value, onChange }: CallInputProps) {
  const shared = { label, ...(hint !== undefined && { hint }) }
  // A text field cannot show what is no text.
  if (kind === 'json' || (value !== undefined && typeof value !== 'string'))
    return <JsonField {...shared} value={value} onChange={onChange} />
  if (kind === 'method')
    return (
      <Select
        {...shared}
        options={METHODS}
        value={value?.toLowerCase() ?? 'get'}
        onChange={(key) => onChange(String(key))}
      />
    )
  if (kind === 'entity')
    return <EntityField {...shared} appId={appId} value={value ?? ''} onChange={onChange} />
  return (
    <TextField
      {...shared}
      {...(kind === 'long' && { rows: 3 })}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  )
}

interface EntityFieldProps {
  label: string
  hint?: string
  appId: string
  value: string
  onChange: (name: string) => void
}

/** One of the app's entities; a name that is none of them stays as it was written. */
export function EntityField({ appId, value, onChange, ...shared }: EntityFieldProps) {
  const { data: schemas } = useQuery(queries.schemas(appId))
  const names = Object.keys(schemas ?? {})
  const all = value === '' || names.includes(value) ? names : [value, ...names]
  if (all.length === 0) return <TextField {...shared} value={value} onChange={onChange} />
  return (
    <Select
      {...shared}
      placeholder={words.chooseAnEntity}
      options={all.map((id) => ({ id, label: id }))}
      value={value || null}
      onChange={(key) => onChange(String(key))}
    />
  )
}
