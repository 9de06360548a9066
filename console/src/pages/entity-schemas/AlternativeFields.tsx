import { type Properties, propertyAt } from '../../entity-schema.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { choicesOf, editorOf, textOfValue, valueOfText } from '../entities/values/field-editor.ts'
import type { Alternative } from './rule-form.ts'
import { words } from './words.ts'

interface AlternativeFieldsProps {
  value: Alternative
  properties: Properties
  onChange: (alternative: Alternative) => void
}

const KINDS = [
  { id: 'signed_in', label: words.anyoneWhoIsSigned },
  { id: 'creator', label: words.thePersonWhoCreated },
  { id: 'role', label: words.usersWithARole },
  { id: 'field_is_mine', label: words.aFieldHoldsWho, description: words.suchAsOwnerIs },
  { id: 'field_is', label: words.aFieldHasA, description: words.suchAsStatusIs },
] satisfies { id: Alternative['kind']; label: string; description?: string }[]

export function firstAlternative(kind: Alternative['kind'], properties: Properties = {}): Alternative {
  const [field = ''] = Object.keys(properties)
  switch (kind) {
    case 'role':
      return { kind, role: 'admin' }
    case 'field_is_mine':
      return { kind, field, attribute: 'email' }
    case 'field_is':
      return { kind, field, value: firstValue(properties, field) }
    default:
      return { kind }
  }
}

/** One of the common conditions. */
export function AlternativeFields({ value, properties, onChange }: AlternativeFieldsProps) {
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
      <Select
        label={words.who}
        options={KINDS}
        value={value.kind}
        onChange={(key) => {
          const next = KINDS.find(({ id }) => id === key)?.id
          if (next) onChange(firstAlternative(next, properties))
        }}
        className="sm:col-span-2"
      />
      {value.kind === 'role' && (
        <TextField
          label={words.role}
          value={value.role}
          onChange={(role) => onChange({ kind: 'role', role })}
          hint={words.adminAreThoseWho}
          className="sm:col-span-2"
        />
      )}
      {(value.kind === 'field_is_mine' || value.kind === 'field_is') && (
        <Select
          label={words.field}
          options={fieldOptions(properties, value.field)}
          value={value.field}
          onChange={(key) => {
            const field = String(key)
            onChange(
              value.kind === 'field_is'
                ? { ...value, field, value: firstValue(properties, field) }
                : { ...value, field },
            )
          }}
        />
      )}
      {value.kind === 'field_is_mine' && <AttributeField value={value} onChange={onChange} />}
      {value.kind === 'field_is' && <ValueField value={value} properties={properties} onChange={onChange} />}
    </div>
  )
}

const ATTRIBUTES = [
  { id: 'email', label: words.theirEmail },
  { id: 'id', label: words.theirId },
  { id: 'role', label: words.theirRole },
  { id: 'data', label: words.somethingElseOfTheirs },
]

interface AttributeFieldProps {
  value: Extract<Alternative, { kind: 'field_is_mine' }>
  onChange: (alternative: Alternative) => void
}

function AttributeField({ value, onChange }: AttributeFieldProps) {
  const { attribute } = value
  const isData = attribute.startsWith('data.')
  return (
    <>
      <Select
        label={words.is}
        options={ATTRIBUTES}
        value={isData ? 'data' : attribute}
        onChange={(key) => onChange({ ...value, attribute: key === 'data' ? 'data.team' : String(key) })}
      />
      {isData && (
        <TextField
          label={words.ofTheirData}
          value={attribute.slice('data.'.length)}
          onChange={(name) => onChange({ ...value, attribute: `data.${name}` })}
          hint={words.aNameInThe}
          className="sm:col-span-2"
        />
      )}
    </>
  )
}

interface ValueFieldProps {
  value: Extract<Alternative, { kind: 'field_is' }>
  properties: Properties
  onChange: (alternative: Alternative) => void
}

function ValueField({ value, properties, onChange }: ValueFieldProps) {
  const property = propertyAt(properties, value.field) ?? {}
  const kind = editorOf(property, value.value)
  const set = (text: string) => {
    const meant = valueOfText(kind, text)
    const isPlain = 'value' in meant && meant.value !== null && typeof meant.value !== 'object'
    onChange({ ...value, value: isPlain ? (meant.value as string | number | boolean) : text })
  }
  if (kind === 'choice') {
    return (
      <Select
        label={words.is}
        options={choicesOf(property).filter((choice) => choice.value !== null)}
        value={textOfValue(kind, value.value)}
        onChange={(key) => set(String(key))}
      />
    )
  }
  return <TextField label={words.is} value={String(value.value)} onChange={set} />
}

/** Lists and objects are no single value to compare with. */
function fieldOptions(properties: Properties, current: string) {
  const names = Object.keys(properties)
  const all = current && !names.includes(current) ? [...names, current] : names
  return all.map((id) => ({ id, label: id }))
}

function firstValue(properties: Properties, field: string): string | number | boolean {
  const property = propertyAt(properties, field) ?? {}
  const first = editorOf(property) === 'choice' ? choicesOf(property)[0]?.value : undefined
  if (typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean') return first
  return editorOf(property) === 'number' ? 0 : ''
}
