import { DEFAULT_STEP_MS } from '@atrium/sdk'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { EXACT_STARTS } from './exact-params.ts'
import type { StepDraft } from './flow-draft.ts'
import { KindFields } from './KindFields.tsx'
import { idsOf, KINDS, optionsOf } from './step-words.ts'
import { words } from './words.ts'

interface ExactFieldsProps {
  step: StepDraft
  label: string
  onChange: (step: StepDraft) => void
}

/** What a step does without anybody having to understand its words. */
export function ExactFields({ step, label, onChange }: ExactFieldsProps) {
  const kind = step.kind ?? 'act'
  const { params } = step
  const turn = (isOn: boolean) => {
    if (isOn) onChange({ ...step, kind, params: EXACT_STARTS[kind] })
    else onChange({ ...step, params: null })
  }
  return (
    <fieldset aria-label={label} className="space-y-4 border-t border-line bg-sunken px-4 py-4">
      <Switch
        label={words.doExactlyThis}
        hint={words.theWordsStayFor}
        isSelected={params != null}
        onChange={turn}
      />
      {params != null && (
        <>
          <Select
            label={words.whatItDoes}
            options={optionsOf(KINDS)}
            value={kind}
            onChange={(key) => {
              const next = idsOf(KINDS).find((each) => each === key)
              if (next && next !== kind) onChange({ ...step, kind: next, params: EXACT_STARTS[next] })
            }}
            className="max-w-60"
          />
          <KindFields kind={kind} params={params} onChange={(next) => onChange({ ...step, params: next })} />
        </>
      )}
      <NumberField
        label={words.waitAtMostThis}
        minValue={100}
        maxValue={60_000}
        step={100}
        value={step.timeout_ms ?? DEFAULT_STEP_MS}
        onChange={(ms) => onChange({ ...step, timeout_ms: Number.isNaN(ms) ? DEFAULT_STEP_MS : ms })}
        className="max-w-60"
      />
    </fieldset>
  )
}
