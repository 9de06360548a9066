/** The fields of single kinds of steps. */
import { APPROVAL } from '@atrium/sdk'
import type { Json } from '../../../entity-schema.ts'
import { jsonAt } from '../../../form/standing-faults.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { simpleDuration, UNITS } from './duration-form.ts'
import type { FieldsProps } from './fields-props.ts'
import { JsonField } from './JsonField.tsx'
import { words } from './words.ts'

const UNIT_OPTIONS = UNITS.map((id) => ({ id, label: id }))

export function WaitFields({ task, set }: FieldsProps) {
  const simple = simpleDuration(task.wait)
  if (!simple)
    return (
      <JsonField
        label={words.howLong}
        value={task.wait}
        onChange={(value) => set(['wait'], value ?? {})}
        hint={words.suchAsPt1h30mOr}
      />
    )
  const change = (amount: number, unit: string) => set(['wait'], { [unit]: amount })
  return (
    <div className="flex gap-3">
      <NumberField
        label={words.howLong}
        minValue={0}
        value={simple.amount}
        onChange={(amount) => Number.isFinite(amount) && change(amount, simple.unit)}
        className="w-32"
      />
      <Select
        label={words.unit}
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
        label={words.typeOfTheEvent}
        value={text('type')}
        onChange={(type) => set([...EVENT, 'type'], type)}
        hint={words.whatAnotherRunEmits}
      />
    )
  return (
    <>
      <TextField
        label={words.whatIsAsked}
        rows={2}
        value={text('data', 'message')}
        onChange={(message) => set([...EVENT, 'data', 'message'], message || undefined)}
      />
      <JsonField
        label={words.whoMayDecide}
        value={approvers}
        onChange={(value) => set([...EVENT, 'data', 'approvers'], value)}
        hint={words.addressesOfEmailSuch}
      />
    </>
  )
}

export function ForFields({ task, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.theItems}
        value={textIn(jsonAt(task, ['for', 'in']))}
        onChange={(items) => set(['for', 'in'], items)}
        placeholder="${ .orders }"
      />
      <TextField
        label={words.nameOfOneItem}
        optional
        value={textIn(jsonAt(task, ['for', 'each']))}
        onChange={(each) => set(['for', 'each'], each || undefined)}
        hint={words.itsStepsReadIt}
      />
    </>
  )
}

export function RunFields({ task, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.javaScript}
        rows={8}
        value={textIn(jsonAt(task, ['run', 'script', 'code']))}
        onChange={(code) => set(['run', 'script', 'code'], code)}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <JsonField
        label={words.arguments}
        value={jsonAt(task, ['run', 'script', 'arguments'])}
        onChange={(value) => set(['run', 'script', 'arguments'], value)}
      />
    </>
  )
}

const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '')
