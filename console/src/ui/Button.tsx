import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet' | 'danger-outline'

export interface ButtonProps
  extends Omit<AriaButtonProps, 'children' | 'className' | 'isDisabled' | 'render'> {
  look?: Look
  size?: 'sm' | 'md'
  icon?: LucideIcon
  children: ReactNode
  className?: string
  /** Turns the button off; it stays reachable and says why. */
  disabledReason?: string | undefined
}

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hovered:bg-accent-strong pressed:bg-accent-strong',
  secondary: 'border border-control/60 bg-surface text-ink hovered:bg-hover pressed:bg-active',
  quiet: 'text-ink-2 hovered:bg-hover hovered:text-ink pressed:bg-active',
  danger: 'bg-danger-fill text-on-danger hovered:bg-danger-strong pressed:bg-danger-strong',
  'danger-quiet': 'text-danger hovered:bg-danger-soft pressed:bg-danger-soft',
  'danger-outline': 'border border-danger/50 text-danger hovered:bg-danger-soft pressed:bg-danger-soft',
}

const OFF_LOOKS: Record<Look, string> = {
  primary: 'bg-active text-ink-3',
  secondary: 'border border-line bg-sunken text-ink-3',
  quiet: 'text-ink-3',
  danger: 'bg-active text-ink-3',
  'danger-quiet': 'text-ink-3',
  'danger-outline': 'border border-line bg-sunken text-ink-3',
}

const SIZES = { sm: 'h-7 gap-1.5 px-2.5 text-sm', md: 'h-9 gap-2 px-3.5 text-base' }

export function Button(props: ButtonProps) {
  const {
    look = 'secondary',
    size = 'md',
    icon: Icon,
    children,
    className,
    disabledReason,
    ...shared
  } = props
  const { onPress, ...still } = shared
  const isOff = disabledReason !== undefined
  const sign = shared.isPending ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />

  const button = (
    <AriaButton
      {...(isOff ? { ...still, ...OFF } : shared)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-look',
        SIZES[size],
        isOff ? OFF_LOOKS[look] : LOOKS[look],
        className,
      )}
    >
      {sign}
      {children}
    </AriaButton>
  )
  return isOff ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

/** Off but still focusable, so that the tooltip with the reason can be reached by keyboard. */
const OFF = {
  type: 'button',
  render: (props) => <button {...props} aria-disabled="true" />,
} satisfies Partial<AriaButtonProps>
