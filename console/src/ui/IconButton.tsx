import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components'
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
      <Button
        {...rest}
        aria-label={label}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink-3 transition-look',
          'hovered:bg-active/70 hovered:text-ink pressed:bg-active',
          size === 'sm' ? 'size-6' : 'size-8',
          className,
        )}
      >
        <Icon aria-hidden className="size-4" />
      </Button>
    </Tooltip>
  )
}
