import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { finderOf, foundBy } from './exact-params.ts'
import { FINDERS, idsOf, optionsOf, type Target } from './step-words.ts'
import { words } from './words.ts'

interface TargetFieldsProps {
  target: Target
  onChange: (target: Target) => void
}

/** How an element of the page is found. */
export function TargetFields({ target, onChange }: TargetFieldsProps) {
  const finder = finderOf(target)
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label={words.foundBy}
          options={optionsOf(FINDERS)}
          value={finder}
          onChange={(key) => {
            const next = idsOf(FINDERS).find((each) => each === key)
            if (next && next !== finder) onChange(foundBy(next, target))
          }}
        />
        <TextField
          label={finder === 'role' ? words.role : FINDERS[finder]}
          maxLength={finder === 'css' ? 1000 : finder === 'role' ? 64 : 500}
          value={target[finder] ?? ''}
          onChange={(text) => onChange({ ...target, [finder]: text })}
          placeholder={finder === 'role' ? 'button' : undefined}
          className={finder === 'role' ? '' : 'sm:col-span-2'}
        />
        {finder === 'role' && (
          <TextField
            label={words.name}
            maxLength={500}
            value={target.name ?? ''}
            onChange={(name) => onChange({ ...target, name })}
            placeholder={words.addToCart}
          />
        )}
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <NumberField
          label={words.ofSeveralNumber}
          minValue={1}
          maxValue={1001}
          placeholder="any"
          value={target.nth === undefined ? Number.NaN : target.nth + 1}
          onChange={(number) => {
            const { nth: _before, ...others } = target
            onChange(Number.isNaN(number) ? others : { ...others, nth: number - 1 })
          }}
          className="w-36"
        />
        <Checkbox
          isSelected={target.exact === true}
          onChange={(exact) => onChange({ ...target, exact })}
          className="h-9 items-center"
        >
          {words.theWholeTextLetter}
        </Checkbox>
      </div>
    </div>
  )
}
