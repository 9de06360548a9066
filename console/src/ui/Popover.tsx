import type { ReactNode } from 'react'
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components'
import { classNames } from './class-names.ts'

export interface Props extends Omit<PopoverProps, 'className' | 'children'> {
  className?: string
  children: ReactNode
}

/** The raised sheet under menus, selects and pickers. */
export function Popover({ className, children, ...rest }: Props) {
  return (
    <AriaPopover
      offset={4}
      {...rest}
      className={classNames(
        'max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised shadow-pop entering:animate-fade',
        className,
      )}
    >
      {children}
    </AriaPopover>
  )
}
