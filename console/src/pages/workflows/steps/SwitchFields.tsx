import { Plus, Trash2 } from 'lucide-react'
import { isObject, type Json } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { FieldsProps } from './fields-props.ts'
import { words } from './words.ts'

interface Case {
  name: string
  fields: { [key: string]: Json }
}

/** The cases in their order: the first that holds says where the run goes on. */
export function SwitchFields({ task, targets, set }: FieldsProps) {
  const cases = casesOf(task.switch)
  const save = (next: readonly Case[]) =>
    set(
      ['switch'],
      next.map(({ name, fields }) => ({ [name]: fields })),
    )
  const change = (at: number, fields: Case['fields']) =>
    save(cases.map((each, index) => (index === at ? { ...each, fields } : each)))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-medium">{words.cases}</legend>
      {cases.map(({ name, fields }, at) => (
        <div key={name} className="grid items-end gap-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]">
          <TextField
            label={fill(words.whenName, { name })}
            value={typeof fields.when === 'string' ? fields.when : ''}
            placeholder={words.always}
            onChange={(when) => {
              const { when: _before, ...others } = fields
              change(at, when === '' ? others : { when, ...others })
            }}
          />
          <Select
            label={fill(words.thenForName, { name })}
            options={targets}
            value={typeof fields.then === 'string' ? fields.then : 'continue'}
            onChange={(key) => change(at, { ...fields, then: String(key) })}
          />
          <IconButton
            icon={Trash2}
            label={fill(words.deleteCaseName, { name })}
            onPress={() => save(cases.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        onPress={() =>
          save([...cases, { name: freeCase(cases), fields: { when: '${ true }', then: 'continue' } }])
        }
      >
        {words.addACase}
      </Button>
    </fieldset>
  )
}

function casesOf(value: Json | undefined): Case[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) =>
    isObject(entry)
      ? Object.entries(entry).map(([name, fields]) => ({ name, fields: isObject(fields) ? fields : {} }))
      : [],
  )
}

function freeCase(cases: readonly Case[]): string {
  for (let count = cases.length + 1; ; count++)
    if (!cases.some(({ name }) => name === `case_${count}`)) return `case_${count}`
}
