import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isTargetless, mayLackTarget, needsValue, WAIT_STARTS, WAITS } from './exact-params.ts'
import { ACTIONS, EXPECTATIONS, idsOf, optionsOf, type StepKind, type StepParams } from './step-words.ts'
import { TargetFields } from './TargetFields.tsx'
import { words } from './words.ts'

interface KindFieldsProps {
  kind: StepKind
  params: StepParams
  onChange: (params: StepParams) => void
}

interface FieldsProps {
  params: StepParams
  onChange: (params: StepParams) => void
  target: ReactNode
}

/** What a step of this kind has to say. */
export function KindFields({ kind, params, onChange }: KindFieldsProps) {
  const target = <TargetOf kind={kind} params={params} onChange={onChange} />
  switch (kind) {
    case 'navigate':
      return (
        <TextField
          label={words.pathOrAddress}
          maxLength={2048}
          value={params.path ?? ''}
          onChange={(path) => onChange({ ...params, path })}
          placeholder="/lamps"
        />
      )
    case 'act':
      return <ActFields params={params} onChange={onChange} target={target} />
    case 'assert':
      return <CheckFields params={params} onChange={onChange} target={target} />
    case 'extract':
      return (
        <>
          {target}
          <TextField
            label={words.nameOfWhatIs}
            maxLength={64}
            value={params.as ?? ''}
            onChange={(as) => onChange({ ...params, as })}
            placeholder="total"
            hint={words.laterStepsWriteIt}
            className="[&_input]:max-w-60"
          />
        </>
      )
    case 'wait':
      return <WaitFields params={params} onChange={onChange} target={target} />
  }
}

/** The element; a box in front of it where there may be none. */
function TargetOf({ kind, params, onChange }: KindFieldsProps) {
  const { target, ...others } = params
  const fields = (
    <TargetFields
      target={target ?? { role: '' }}
      onChange={(next) => onChange({ ...params, target: next })}
    />
  )
  if (!mayLackTarget(kind, params)) return fields
  return (
    <>
      <Checkbox
        isSelected={target !== undefined}
        onChange={(isOn) => onChange(isOn ? { ...params, target: { role: '' } } : others)}
      >
        {words.inACertainElement}
      </Checkbox>
      {target && fields}
    </>
  )
}

function ActFields({ params, onChange, target }: FieldsProps) {
  const { action = 'click', value = '', file } = params
  return (
    <>
      <Select
        label={words.action}
        options={optionsOf(ACTIONS)}
        value={action}
        onChange={(key) => {
          const next = idsOf(ACTIONS).find((each) => each === key)
          if (!next) return
          onChange({
            action: next,
            target: params.target ?? { role: '' },
            ...(needsValue(next) && { value }),
            ...(next === 'upload' && { file: file ?? { name: '', content: '' } }),
          })
        }}
        className="max-w-60"
      />
      {target}
      {needsValue(action) && (
        <TextField
          label={
            action === 'press' ? words.key : action === 'select' ? words.whatIsChosen : words.whatIsTyped
          }
          maxLength={10_000}
          value={value}
          onChange={(next) => onChange({ ...params, value: next })}
          placeholder={action === 'press' ? 'Enter' : undefined}
        />
      )}
      {action === 'upload' && (
        <>
          <TextField
            label={words.nameOfTheFile}
            maxLength={200}
            value={file?.name ?? ''}
            onChange={(name) => onChange({ ...params, file: { name, content: file?.content ?? '' } })}
            placeholder="plan.txt"
          />
          <TextField
            label={words.whatIsInIt}
            rows={3}
            maxLength={65_536}
            value={file?.content ?? ''}
            onChange={(content) => onChange({ ...params, file: { name: file?.name ?? '', content } })}
          />
        </>
      )}
    </>
  )
}

function CheckFields({ params, onChange, target }: FieldsProps) {
  const { expect = 'visible', value = '', count = 1 } = params
  const hasText = (each: typeof expect) => each === 'text' || each === 'value' || isTargetless(each)
  return (
    <>
      <Select
        label={words.whatIsExpected}
        options={optionsOf(EXPECTATIONS)}
        value={expect}
        onChange={(key) => {
          const next = idsOf(EXPECTATIONS).find((each) => each === key)
          if (!next) return
          onChange({
            expect: next,
            ...(!isTargetless(next) && { target: params.target ?? { role: '' } }),
            ...(hasText(next) && { value }),
            ...(next === 'count' && { count }),
          })
        }}
        className="max-w-60"
      />
      {!isTargetless(expect) && target}
      {hasText(expect) && (
        <TextField
          label={expect === 'url' ? words.address : expect === 'title' ? words.title : words.text}
          maxLength={10_000}
          value={value}
          onChange={(next) => onChange({ ...params, value: next })}
        />
      )}
      {expect === 'count' && (
        <NumberField
          label={words.howMany}
          minValue={0}
          maxValue={10_000}
          value={count}
          onChange={(next) => onChange({ ...params, count: Number.isNaN(next) ? 0 : next })}
          className="max-w-60"
        />
      )}
    </>
  )
}

function WaitFields({ params, onChange, target }: FieldsProps) {
  const way = idsOf(WAITS).find((each) => params[each] !== undefined) ?? 'milliseconds'
  return (
    <>
      <Select
        label={words.waitFor}
        options={optionsOf(WAITS)}
        value={way}
        onChange={(key) => {
          const next = idsOf(WAITS).find((each) => each === key)
          if (next && next !== way) onChange(WAIT_STARTS[next])
        }}
        className="max-w-60"
      />
      {way === 'target' && target}
      {way === 'value' && (
        <TextField
          label={words.text}
          maxLength={10_000}
          value={params.value ?? ''}
          onChange={(value) => onChange({ value })}
        />
      )}
      {way === 'milliseconds' && (
        <NumberField
          label={words.milliseconds}
          minValue={1}
          maxValue={30_000}
          value={params.milliseconds ?? 1_000}
          onChange={(ms) => onChange({ milliseconds: Number.isNaN(ms) ? 1_000 : ms })}
          className="max-w-60"
        />
      )}
    </>
  )
}
