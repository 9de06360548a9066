import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { formatNumber } from './member-words.ts'
import { words } from './words.ts'

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
      label={words.creditsAMonth}
      name={NAME}
      minValue={0}
      isRequired
      autoFocus
      {...(current !== null && { defaultValue: current })}
      hint={
        monthlyLimit === null
          ? words.monthsBeginOnThe
          : fill(words.atMostMonthlyLimitThe, { monthlyLimit: formatNumber(monthlyLimit) })
      }
    />
  )
}

export function limitIn(values: FormData): number {
  return Number(textOf(values, NAME))
}
