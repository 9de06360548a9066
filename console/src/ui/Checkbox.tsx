import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components'
import { classNames } from './class-names.ts'

interface CheckboxProps extends Omit<CheckboxFieldProps, 'children' | 'className'> {
  children?: ReactNode
  className?: string
}

/** A box with a label, or with an `aria-label` alone in a table. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} className={classNames('flex', className)}>
      <CheckboxButton className="group relative flex min-w-0 flex-1 items-center gap-2.5">
        {({ isSelected, isIndeterminate }) => (
          <>
            <Box isOn={isSelected || isIndeterminate}>
              {isIndeterminate ? <Minus aria-hidden className="size-3" strokeWidth={3} /> : null}
              {isSelected && !isIndeterminate ? (
                <Check aria-hidden className="size-3" strokeWidth={3} />
              ) : null}
            </Box>
            {children && <span className="min-w-0 flex-1">{children}</span>}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  )
}

function Box({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border transition-look',
        'group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent',
        'group-disabled:opacity-50',
        isOn
          ? 'border-accent bg-accent text-on-accent'
          : 'border-control bg-surface group-hovered:border-ink-3',
      )}
    >
      {children}
    </span>
  )
}
