import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import {
  isOwnField,
  type Json,
  OWN_FIELDS,
  type Properties,
  readObject,
  valueAt,
} from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { choicesOf } from '../values/field-editor.ts'
import {
  type FilterRow,
  type FilterRows,
  fieldKind,
  filterOf,
  type Operator,
  operatorsOf,
  operatorWords,
  rowsOf,
  takesValue,
} from './filter-rows.ts'
import { filterIn } from './records-view.ts'
import { words } from './words.ts'

interface FilterBuilderProps {
  properties: Properties
  q: string | undefined
  onApply: (filter: { [key: string]: Json } | null) => void
  onClose: () => void
}

/** Rows for what is common, the JSON for everything; both are the same filter. */
export function FilterBuilder({ properties, q, onApply, onClose }: FilterBuilderProps) {
  const given = filterIn(q)
  const known = q === undefined ? { match: 'all' as const, rows: [] } : given && rowsOf(given, properties)
  const [rows, setRows] = useState<FilterRows>(
    known && known.rows.length > 0 ? known : { match: 'all', rows: [firstRow(properties)] },
  )
  const [json, setJson] = useState(q === undefined ? '' : pretty(q))
  const [isJson, setIsJson] = useState(known === null)
  const [fault, setFault] = useState<string | null>(null)

  const toJson = (isOn: boolean) => {
    setFault(null)
    if (isOn) {
      setJson(JSON.stringify(filterOf(rows, properties) ?? {}, null, 2))
      return setIsJson(true)
    }
    const parsed = readObject(json)
    const next = parsed && rowsOf(parsed, properties)
    if (!next) return setFault(words.thisFilterSaysMore)
    setRows(next)
    setIsJson(false)
  }
  const apply = () => {
    if (!isJson) return onApply(filterOf(rows, properties))
    if (json.trim() === '' || json.trim() === '{}') return onApply(null)
    const parsed = readObject(json)
    if (!parsed) return setFault(words.thisIsNotA)
    onApply(parsed)
  }

  return (
    <form
      aria-label={words.filterRecords}
      className="mx-5 mb-4 space-y-4 rounded-md border border-line bg-sunken p-4 sm:mx-8"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {fault && <Notice tone="danger">{fault}</Notice>}
      {isJson ? (
        <TextField
          label={words.filterAsJson}
          value={json}
          onChange={setJson}
          rows={6}
          className="[&_textarea]:font-mono"
          hint={words.eqNeGtGte}
        />
      ) : (
        <BuilderRows properties={properties} value={rows} onChange={setRows} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Switch label={words.asJson} isSelected={isJson} onChange={toJson} />
        <div className="ms-auto flex gap-2">
          <Button size="sm" look="quiet" onPress={onClose}>
            {words.close}
          </Button>
          <Button size="sm" type="submit" look="primary">
            {words.applyFilter}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface BuilderRowsProps {
  properties: Properties
  value: FilterRows
  onChange: (rows: FilterRows) => void
}

function BuilderRows({ properties, value, onChange }: BuilderRowsProps) {
  const { match, rows } = value
  const setRow = (place: number, change: Partial<FilterRow>) =>
    onChange({ match, rows: rows.map((row, other) => (other === place ? { ...row, ...change } : row)) })
  return (
    <div className="space-y-3">
      {rows.length > 1 && (
        <Select
          label={words.recordsMustFit}
          options={MATCHES}
          value={match}
          onChange={(key) => onChange({ match: key === 'any' ? 'any' : 'all', rows })}
          className="sm:w-64"
        />
      )}
      <ul aria-label={words.conditions} className="space-y-3">
        {rows.map((row, place) => (
          // Rows are distinguished by their place alone: two may say the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={place} className="flex flex-wrap items-end gap-2 sm:flex-nowrap">
            <RowEditor properties={properties} row={row} onChange={(change) => setRow(place, change)} />
            <IconButton
              icon={X}
              label={fill(words.removeConditionPlace, { place: place + 1 })}
              onPress={() => onChange({ match, rows: rows.filter((_, other) => other !== place) })}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        look="quiet"
        icon={Plus}
        onPress={() => onChange({ match, rows: [...rows, firstRow(properties)] })}
      >
        {words.addCondition}
      </Button>
    </div>
  )
}

const MATCHES = [
  { id: 'all', label: words.allOfTheseConditions },
  { id: 'any', label: words.anyOfTheseConditions },
]

interface RowEditorProps {
  properties: Properties
  row: FilterRow
  onChange: (change: Partial<FilterRow>) => void
}

function RowEditor({ properties, row, onChange }: RowEditorProps) {
  const { field, operator, text } = row
  const kind = fieldKind(properties, field)
  const setField = (next: string) => {
    const [first = 'is'] = operatorsOf(fieldKind(properties, next))
    onChange({ field: next, operator: first, text: firstText(properties, next) })
  }
  return (
    <>
      <Select
        label={words.field}
        options={fieldOptions(properties, field)}
        value={field}
        onChange={(key) => key !== null && setField(String(key))}
        className="min-w-40 flex-1"
      />
      <Select
        label={words.operator}
        options={operatorsOf(kind).map((id) => ({ id, label: operatorWords(id, kind) }))}
        value={operator}
        onChange={(key) => {
          const next = operatorsOf(kind).find((id) => id === key)
          if (next) onChange({ operator: next satisfies Operator })
        }}
        className="min-w-32 flex-1 sm:flex-none sm:basis-40"
      />
      {takesValue(operator) &&
        (kind === 'boolean' || kind === 'choice' ? (
          <Select
            label={words.value}
            options={valueOptions(properties, field)}
            value={text}
            onChange={(key) => key !== null && onChange({ text: String(key) })}
            className="min-w-40 flex-1"
          />
        ) : (
          <TextField
            label={words.value}
            value={text}
            onChange={(next) => onChange({ text: next })}
            type={kind === 'date' ? 'date' : 'text'}
            {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
            {...(kind === 'time' ? { placeholder: '2026-11-15T00:00:00Z' } : {})}
            {...(kind === 'other' ? { placeholder: words.asJsonSuchAs } : {})}
            className="min-w-40 flex-1"
          />
        ))}
    </>
  )
}

/** What stands inside an object is listed only where it is asked about already. */
function fieldOptions(properties: Properties, current: string) {
  const names = Object.keys(properties)
  const inner = names.includes(current) || isOwnField(current) ? [] : [current]
  return [
    ...[...names, ...inner].map((id) => ({ id, label: id, group: words.fields })),
    ...OWN_FIELDS.map((id) => ({ id, label: id, group: words.ofEveryRecord })),
  ]
}

function valueOptions(properties: Properties, field: string) {
  if (fieldKind(properties, field) === 'boolean') return YES_NO
  return choicesOf(valueAt(properties, field) ?? {}).filter(({ value }) => value !== null)
}

const YES_NO = [
  { id: 'true', label: words.yes },
  { id: 'false', label: words.no },
]

function firstRow(properties: Properties): FilterRow {
  const field = Object.keys(properties)[0] ?? 'id'
  const [operator = 'is'] = operatorsOf(fieldKind(properties, field))
  return { field, operator, text: firstText(properties, field) }
}

/** A choice begins with its first value, a box empty. */
function firstText(properties: Properties, field: string): string {
  const kind = fieldKind(properties, field)
  return kind === 'choice' || kind === 'boolean' ? (valueOptions(properties, field)[0]?.id ?? '') : ''
}

function pretty(q: string): string {
  const parsed = readObject(q)
  return parsed ? JSON.stringify(parsed, null, 2) : q
}
