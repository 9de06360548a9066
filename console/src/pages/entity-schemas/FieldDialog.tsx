import { FIELD_NAME_RULE, isFieldName } from '@atrium/sdk'
import { useState } from 'react'
import { isOwnField } from '../../entity-schema.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { boundsOf, type FieldForm, type FormType, fieldFormOf, withField } from './field-form.ts'
import { TYPE_LABELS } from './field-words.ts'
import type { SchemaDraft } from './schema-draft.ts'
import { words } from './words.ts'

interface FieldDialogProps {
  draft: SchemaDraft
  /** Null for a new field. */
  name: string | null
  onClose: () => void
}

/** One field; it goes into the draft, which is saved as a whole. */
export function FieldDialog({ draft, name, onClose }: FieldDialogProps) {
  const [form, setForm] = useState(() => fieldFormOf(draft.schema, name))
  const set = (change: Partial<FieldForm>) => setForm({ ...form, ...change })
  const taken = Object.keys(draft.schema.properties ?? {}).filter((one) => one !== name)
  const fault = nameFault(form.name, taken)
  const bounds = boundsOf(form.type)
  const hasChoices = ['string', 'number', 'integer', 'any'].includes(form.type)

  return (
    <FormDialog
      title={name === null ? words.newField : fill(words.fieldName, { name })}
      submitLabel={name === null ? words.addField : words.apply}
      width="lg"
      onClose={onClose}
      disabledReason={fault ?? undefined}
      onSubmit={() => {
        draft.setSchema(withField(draft.schema, name, form))
        onClose()
      }}
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          label={words.name}
          value={form.name}
          onChange={(next) => set({ name: next })}
          autoFocus
          autoComplete="off"
          isInvalid={form.name !== '' && fault !== null}
          hint={(form.name !== '' && fault) || words.anythingButDots}
        />
        <Select
          label={words.type}
          options={typeOptions(form.type)}
          value={form.type}
          onChange={(key) => set({ type: key as FormType, default: '' })}
        />
        <TextField
          label={words.description}
          optional
          value={form.description}
          onChange={(description) => set({ description })}
          className="sm:col-span-2"
        />
        <div className="flex flex-wrap gap-x-6 gap-y-3 sm:col-span-2">
          <Checkbox isSelected={form.isRequired} onChange={(isRequired) => set({ isRequired })}>
            {words.required}
          </Checkbox>
          <Checkbox isSelected={form.isNullable} onChange={(isNullable) => set({ isNullable })}>
            {words.mayBeNull}
          </Checkbox>
          <Checkbox isSelected={form.isIndexed} onChange={(isIndexed) => set({ isIndexed })}>
            {words.indexedOftenFilteredOr}
          </Checkbox>
        </div>
        {form.type === 'array' && (
          <Select
            label={words.entriesAre}
            options={typeOptions(form.items)}
            value={form.items}
            onChange={(key) => set({ items: key as FormType })}
          />
        )}
        {hasChoices && (
          <TextField
            label={words.choices}
            optional
            rows={4}
            value={form.choices}
            onChange={(choices) => set({ choices })}
            hint={words.oneALineLeft}
          />
        )}
        <TextField
          label={words.default}
          optional
          value={form.default}
          onChange={(next) => set({ default: next })}
          hint={form.type === 'string' ? words.whatANewRecord : words.whatANewRecordGets}
        />
        {form.type === 'string' && (
          <>
            <Select
              label={words.format}
              options={formatOptions(form.format)}
              value={form.format || NONE}
              onChange={(key) => set({ format: key === NONE ? '' : String(key) })}
            />
            <TextField
              label={words.pattern}
              optional
              value={form.pattern}
              onChange={(pattern) => set({ pattern })}
              hint={words.aRegularExpressionThat}
              className="[&_input]:font-mono"
            />
          </>
        )}
        {bounds && (
          <>
            <TextField
              label={BOUND_LABELS[bounds[0]]?.[0] ?? words.atLeast}
              optional
              inputMode="decimal"
              value={form.minimum}
              onChange={(minimum) => set({ minimum })}
            />
            <TextField
              label={BOUND_LABELS[bounds[0]]?.[1] ?? words.atMost}
              optional
              inputMode="decimal"
              value={form.maximum}
              onChange={(maximum) => set({ maximum })}
            />
          </>
        )}
      </div>
      {form.type === 'object' && <p className="caption">{words.whatAnObjectHolds}</p>}
      {name !== null && name !== form.name && <Notice tone="caution">{words.storedValuesStayUnder}</Notice>}
    </FormDialog>
  )
}

const NONE = 'none'

const BOUND_LABELS: Record<string, readonly [string, string]> = {
  minLength: [words.shortestInCharacters, words.longestInCharacters],
  minimum: ['Smallest', 'Largest'],
  minItems: [words.fewestEntries, words.mostEntries],
}

function nameFault(name: string, taken: readonly string[]): string | null {
  if (name === '') return words.giveTheFieldA
  if (!isFieldName(name)) return fill(words.thisCannotBeFieldNameRule, { fieldNameRule: FIELD_NAME_RULE })
  if (isOwnField(name)) return words.everyRecordHasThis
  return taken.includes(name) ? words.thereIsAField : null
}

/** What cannot be chosen is listed only where it is so already. */
function typeOptions(current: FormType) {
  const types: FormType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'any']
  return [...types, ...(current === 'several' ? ['several' as const] : [])].map((id) => ({
    id,
    label: TYPE_LABELS[id],
  }))
}

const FORMATS = [
  { id: 'date', label: 'date', description: '2026-11-15' },
  { id: 'date-time', label: 'date-time', description: '2026-11-15T09:30:00Z' },
  { id: 'time', label: 'time', description: '09:30' },
  { id: 'duration', label: 'duration', description: 'P3D' },
  { id: 'email', label: 'email' },
  { id: 'uri', label: 'uri' },
  { id: 'uuid', label: 'uuid' },
  { id: 'ipv4', label: 'ipv4' },
  { id: 'ipv6', label: 'ipv6' },
  { id: 'hostname', label: 'hostname' },
  { id: 'textarea', label: 'textarea', description: words.severalLines },
  { id: 'markdown', label: 'markdown' },
  { id: 'file', label: 'file' },
  { id: 'image', label: 'image' },
  { id: 'phone', label: 'phone' },
]

function formatOptions(current: string) {
  const isKnown = current === '' || FORMATS.some(({ id }) => id === current)
  return [{ id: NONE, label: words.none }, ...FORMATS, ...(isKnown ? [] : [{ id: current, label: current }])]
}
