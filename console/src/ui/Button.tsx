import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { BUTTON, LOOKS, type Look, SIZES } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

/** Few buttons are ever off, and the page to sign in has none of them. */
const Tooltip = lazy(async () => ({ default: (await import('./Tooltip.tsx')).Tooltip }))

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

const OFF_LOOKS: Record<Look, string> = {
  primary: 'bg-active text-ink-3',
  secondary: 'border border-line bg-sunken text-ink-3',
  quiet: 'text-ink-3',
  danger: 'bg-active text-ink-3',
  'danger-quiet': 'text-ink-3',
  'danger-outline': 'border border-line bg-sunken text-ink-3',
}

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
      className={classNames(BUTTON, SIZES[size], isOff ? OFF_LOOKS[look] : LOOKS[look], className)}
    >
      {sign}
      {children}
    </AriaButton>
  )
  if (!isOff) return button
  return (
    <Suspense fallback={button}>
      <Tooltip text={disabledReason}>{button}</Tooltip>
    </Suspense>
  )
}

/** Off but still focusable, so that the tooltip with the reason can be reached by keyboard. */
const OFF = {
  type: 'button',
  render: (props) => <button {...props} aria-disabled="true" />,
} satisfies Partial<AriaButtonProps>
