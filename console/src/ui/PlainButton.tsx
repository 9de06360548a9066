/** Buttons of the browser itself, which look as the others: the first page does without React Aria. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { BUTTON, ICON_BUTTON, ICON_SIZES, LOOKS, type Look, SIZES } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

interface PlainButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: keyof typeof SIZES
  icon?: LucideIcon
  isPending?: boolean
}

export function PlainButton(props: PlainButtonProps) {
  const {
    look = 'secondary',
    size = 'md',
    icon: Icon,
    isPending = false,
    className,
    children,
    ...rest
  } = props
  return (
    <BareButton
      {...rest}
      {...(isPending && { 'aria-disabled': true, onClick: undefined })}
      className={classNames(BUTTON, SIZES[size], LOOKS[look], className)}
    >
      {isPending ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </BareButton>
  )
}

interface PlainIconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> {
  icon: LucideIcon
  label: string
  size?: keyof typeof ICON_SIZES
}

/** A quiet square button; its label is its accessible name, and shows while it is pointed at. */
export function PlainIconButton({
  icon: Icon,
  label,
  size = 'md',
  className,
  ...rest
}: PlainIconButtonProps) {
  return (
    <BareButton
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(ICON_BUTTON, ICON_SIZES[size], className)}
    >
      <Icon aria-hidden className="size-4" />
    </BareButton>
  )
}

/** For those with a look of their own; styles say `hovered:` and `pressed:` of it as of the others. */
export function BareButton(props: ComponentProps<'button'>) {
  return <button type="button" data-plain {...props} />
}
