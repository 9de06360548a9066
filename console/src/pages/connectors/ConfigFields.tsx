import { type AvailableConnector, MASKED } from '@atrium/sdk'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'
import { type ConfigField, fieldFault } from './field-fault.ts'
import { words } from './words.ts'

type Values = Readonly<Record<string, string>>

interface ConfigFieldsProps {
  connector: AvailableConnector
  fields: readonly ConfigField[]
  /** What is saved or was typed before; secret values come masked. */
  values: Values
}

/** What a connector asks for before a connection is started. */
export function ConfigFields({ connector, fields, values }: ConfigFieldsProps) {
  return fields.map((field, index) => {
    const isSaved = savedIn(values, field) === MASKED
    const isSecret = isSaved || connector.secret_fields.includes(field.name)
    return (
      <TextField
        key={field.name}
        name={nameOf(field)}
        label={field.display_name}
        hint={field.description}
        placeholder={isSaved ? words.savedLeaveItEmpty : field.placeholder}
        defaultValue={isSaved ? '' : savedIn(values, field)}
        optional={!field.required}
        isRequired={field.required && !isSaved}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck="false"
        autoFocus={index === 0}
        validate={(typed) => (isSaved && typed === '' ? null : fieldFault(field, typed))}
      />
    )
  })
}

/** What the form holds, as it is sent: a saved secret that was left alone goes back masked. */
export function configIn(
  form: FormData,
  fields: readonly ConfigField[],
  values: Values,
): Record<string, string> {
  const rows = fields.map((field) => {
    const typed = textOf(form, nameOf(field))
    return [field.name, typed === '' && savedIn(values, field) === MASKED ? MASKED : typed] as const
  })
  return Object.fromEntries(rows.filter(([, value]) => value !== ''))
}

/** Not the bare name: a field may be called as anything else in the form. */
export const nameOf = ({ name }: Pick<ConfigField, 'name'>) => `config.${name}`

const savedIn = (values: Values, { name }: ConfigField) =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''
