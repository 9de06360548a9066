import { textOf } from '../../form/form-values.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { formatNumber } from './member-words.ts'

const NAME = 'credit_limit'

/** How many credits a month; never more than the workspace has. */
export function LimitField({
  current,
  monthlyLimit,
}: {
  current: number | null
  monthlyLimit: number | null
}) {
  return (
    <NumberField
      label="Credits a month"
      name={NAME}
      minValue={0}
      isRequired
      autoFocus
      {...(current !== null && { defaultValue: current })}
      hint={
        monthlyLimit === null
          ? 'Months begin on the first, in UTC.'
          : `At most ${formatNumber(monthlyLimit)}, the limit of the workspace.`
      }
    />
  )
}

export function limitIn(values: FormData): number {
  return Number(textOf(values, NAME))
}
