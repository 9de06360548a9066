import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  MenuTrigger,
  type MenuTriggerProps,
  type Placement,
  Separator,
  Text,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Popover } from './Popover.tsx'
import type { SheetProps } from './WithSheet.tsx'

interface MenuProps extends Omit<MenuTriggerProps, 'children' | 'trigger'> {
  label: string
  trigger: ReactNode
  children: ReactNode
  placement?: Placement
  className?: string
}

export function Menu({ label, trigger, children, placement = 'bottom end', className, ...rest }: MenuProps) {
  return (
    <MenuTrigger {...rest}>
      {trigger}
      <Popover placement={placement} className={classNames('min-w-48', className)}>
        <AriaMenu aria-label={label} className="max-h-[70vh] overflow-auto p-1 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

interface MenuSheetProps extends SheetProps {
  label: string
  children: ReactNode
  placement?: Placement
  className?: string
}

/** What a button with `WithSheet` opens. */
export function MenuSheet(props: MenuSheetProps) {
  const { triggerRef, onClose, label, children, placement = 'bottom end', className } = props
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      placement={placement}
      className={classNames('min-w-48', className)}
    >
      <AriaMenu
        aria-label={label}
        autoFocus
        onClose={onClose}
        className="max-h-[70vh] overflow-auto p-1 outline-none"
      >
        {children}
      </AriaMenu>
    </Popover>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  children: string
  onAction?: () => void
  href?: string
  tone?: 'normal' | 'danger'
  description?: string | undefined
  /** Turns the item off and stands below it. */
  disabledReason?: string | undefined
  trailing?: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const { icon: Icon, children, onAction, href, tone = 'normal', disabledReason, trailing } = props
  const description = disabledReason ?? props.description
  return (
    <AriaMenuItem
      textValue={children}
      isDisabled={disabledReason !== undefined}
      {...(onAction ? { onAction } : {})}
      {...(href ? { href } : {})}
      className={classNames(
        'flex items-start gap-2.5 rounded-md px-2 py-1.5 outline-none disabled:text-ink-3',
        tone === 'danger' ? 'text-danger focused:bg-danger-soft' : 'text-ink focused:bg-hover',
      )}
    >
      {Icon && <Icon aria-hidden className="mt-0.75 size-4 shrink-0 opacity-75" />}
      <span className="min-w-0 flex-1">
        <Text slot="label" className="block truncate">
          {children}
        </Text>
        {description && (
          <Text slot="description" className="block max-w-56 text-xs text-ink-3">
            {description}
          </Text>
        )}
      </span>
      {trailing}
    </AriaMenuItem>
  )
}

export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className="my-1 border-t border-line" />
}
