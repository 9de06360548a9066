/** The fields of single kinds of steps. */
import { APPROVAL } from '@atrium/sdk'
import type { Json } from '../../../entity-schema.ts'
import { jsonAt } from '../../../form/standing-faults.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { simpleDuration, UNITS } from './duration-form.ts'
import { JsonField } from './JsonField.tsx'
import type { FieldsProps } from './StepForm.tsx'

const UNIT_OPTIONS = UNITS.map((id) => ({ id, label: id }))

export function WaitFields({ task, set }: FieldsProps) {
  const simple = simpleDuration(task.wait)
  if (!simple)
    return (
      <JsonField
        label="How long"
        value={task.wait}
        onChange={(value) => set(['wait'], value ?? {})}
        hint='Such as "PT1H30M" or {"minutes": 5}'
      />
    )
  const change = (amount: number, unit: string) => set(['wait'], { [unit]: amount })
  return (
    <div className="flex gap-3">
      <NumberField
        label="How long"
        minValue={0}
        value={simple.amount}
        onChange={(amount) => Number.isFinite(amount) && change(amount, simple.unit)}
        className="w-32"
      />
      <Select
        label="Unit"
        options={UNIT_OPTIONS}
        value={simple.unit}
        onChange={(key) => change(simple.amount, String(key))}
        className="w-40"
      />
    </div>
  )
}

const EVENT = ['listen', 'to', 'one', 'with']

/** An approval asks a person; anything else waits for what another run emits. */
export function ListenFields({ task, set }: FieldsProps) {
  const text = (...place: string[]) => textIn(jsonAt(task, [...EVENT, ...place]))
  const approvers = jsonAt(task, [...EVENT, 'data', 'approvers'])
  if (text('type') !== APPROVAL)
    return (
      <TextField
        label="Type of the event"
        value={text('type')}
        onChange={(type) => set([...EVENT, 'type'], type)}
        hint="What another run emits; approval asks a person."
      />
    )
  return (
    <>
      <TextField
        label="What is asked"
        rows={2}
        value={text('data', 'message')}
        onChange={(message) => set([...EVENT, 'data', 'message'], message || undefined)}
      />
      <JsonField
        label="Who may decide"
        value={approvers}
        onChange={(value) => set([...EVENT, 'data', 'approvers'], value)}
        hint='Addresses of email, such as ["ada@example.com"]; any editor when left out'
      />
    </>
  )
}

export function ForFields({ task, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="The items"
        value={textIn(jsonAt(task, ['for', 'in']))}
        onChange={(items) => set(['for', 'in'], items)}
        placeholder="${ .orders }"
      />
      <TextField
        label="Name of one item"
        optional
        value={textIn(jsonAt(task, ['for', 'each']))}
        onChange={(each) => set(['for', 'each'], each || undefined)}
        hint="Its steps read it with a $ before it: $item."
      />
    </>
  )
}

export function RunFields({ task, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="JavaScript"
        rows={8}
        value={textIn(jsonAt(task, ['run', 'script', 'code']))}
        onChange={(code) => set(['run', 'script', 'code'], code)}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <JsonField
        label="Arguments"
        value={jsonAt(task, ['run', 'script', 'arguments'])}
        onChange={(value) => set(['run', 'script', 'arguments'], value)}
      />
    </>
  )
}

const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '')
