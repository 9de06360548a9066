import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components'
import { ICON_BUTTON, ICON_SIZES } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'className' | 'aria-label'> {
  icon: LucideIcon
  label: string
  className?: string
  size?: 'sm' | 'md'
}

/** A quiet square button; its label is its accessible name and its tooltip. */
export function IconButton({ icon: Icon, label, className, size = 'md', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button {...rest} aria-label={label} className={classNames(ICON_BUTTON, ICON_SIZES[size], className)}>
        <Icon aria-hidden className="size-4" />
      </Button>
    </Tooltip>
  )
}
