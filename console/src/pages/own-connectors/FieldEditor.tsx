import { Trash2 } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { KIND_OPTIONS } from './definition-words.ts'
import { type DefinedField, patternFault, withOptional } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

interface FieldEditorProps {
  /** `fields.0` */
  place: string
  field: DefinedField
  /** Null takes it away. */
  onChange: (field: DefinedField | null) => void
}

export function FieldEditor({ place, field, onChange }: FieldEditorProps) {
  const set = (part: Partial<DefinedField>) => onChange({ ...field, ...part })
  const name = field.display_name || field.name || words.theNewField
  const text = (part: 'name' | 'display_name' | 'description' | 'placeholder' | 'validation_error') => ({
    place: `${place}.${part}`,
    value: field[part],
    onChange: (value: string) => set({ [part]: value }),
  })
  return (
    <fieldset
      aria-label={fill(words.fieldName, { name })}
      className="space-y-4 rounded-md border border-line p-4"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="font-medium break-words">{name}</p>
        <IconButton icon={Trash2} label={fill(words.removeName, { name })} onPress={() => onChange(null)} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <PlacedText
          {...text('name')}
          label={words.nameForPrograms}
          isRequired
          placeholder="api_key"
          validate={(typed) =>
            typed === '' || /^[a-z][a-z0-9_]{0,39}$/.test(typed) ? null : words.smallLettersDigitsAndBeginning
          }
        />
        <PlacedText
          {...text('display_name')}
          label={words.label}
          isRequired
          maxLength={80}
          placeholder={words.apiKey}
        />
      </div>
      <PlacedText
        {...text('description')}
        label={words.help}
        maxLength={400}
        placeholder={words.fromSettingsApiKeys}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PlacedText
          label={words.pattern}
          place={`${place}.validation_pattern`}
          isRequired
          maxLength={200}
          placeholder="^erp_[a-z0-9]{10,100}$"
          value={field.validation_pattern}
          onChange={(validation_pattern) => set({ validation_pattern })}
          validate={() => patternFault(field)}
          className="[&_input]:font-mono [&_input]:text-sm"
        />
        <PlacedText {...text('placeholder')} label={words.exampleThatFits} isRequired maxLength={200} />
      </div>
      <PlacedText {...text('validation_error')} label={words.saidWhenItDoes} isRequired maxLength={300} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={words.whatItIs}
          name={`${place}.kind`}
          options={KIND_OPTIONS}
          value={field.kind ?? 'text'}
          onChange={(id) => set({ kind: KINDS.find((known) => known === id) ?? 'text' })}
        />
        {(field.kind === 'label' || field.kind === 'host') && (
          <PlacedText
            label={words.hostNamesEndWith}
            place={`${place}.suffix`}
            optional
            placeholder=".example.com"
            value={field.suffix}
            onChange={(suffix) => onChange(withOptional(field, 'suffix', suffix))}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-6">
        <Checkbox isSelected={field.required} onChange={(required) => set({ required })}>
          {words.needed}
        </Checkbox>
        <Checkbox isSelected={field.is_secret === true} onChange={(is_secret) => set({ is_secret })}>
          {words.secretKeptEncryptedNever}
        </Checkbox>
      </div>
    </fieldset>
  )
}

const KINDS = ['text', 'label', 'host', 'choice'] as const
