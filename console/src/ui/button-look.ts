/** How buttons look, be they of React Aria or of the browser. */
export type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet' | 'danger-outline'

export const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hovered:bg-accent-strong pressed:bg-accent-strong',
  secondary: 'border border-control/60 bg-surface text-ink hovered:bg-hover pressed:bg-active',
  quiet: 'text-ink-2 hovered:bg-hover hovered:text-ink pressed:bg-active',
  danger: 'bg-danger-fill text-on-danger hovered:bg-danger-strong pressed:bg-danger-strong',
  'danger-quiet': 'text-danger hovered:bg-danger-soft pressed:bg-danger-soft',
  'danger-outline': 'border border-danger/50 text-danger hovered:bg-danger-soft pressed:bg-danger-soft',
}

export const SIZES = { sm: 'h-7 gap-1.5 px-2.5 text-sm', md: 'h-9 gap-2 px-3.5 text-base' }

export const BUTTON =
  'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-look'

export const ICON_BUTTON =
  'inline-flex shrink-0 items-center justify-center rounded-md text-ink-3 transition-look ' +
  'hovered:bg-active/70 hovered:text-ink pressed:bg-active'

export const ICON_SIZES = { sm: 'size-6', md: 'size-8' }
