/** The parts all form fields share, so that they line up and read alike. */
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label as AriaLabel, Text } from 'react-aria-components'
import { fieldWords } from './field-words.ts'

export const CONTROL =
  'w-full rounded-md border border-control bg-surface text-base text-ink transition-look placeholder:text-ink-3 ' +
  'hovered:border-ink-3 focused:border-accent focus-visible:-outline-offset-1 invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-3'

export function Label({ children, optional }: { children: ReactNode; optional?: boolean | undefined }) {
  return (
    <AriaLabel className="mb-1.5 flex items-baseline gap-2 text-sm font-medium text-ink">
      {children}
      {optional && <span className="text-xs font-normal text-ink-3">{fieldWords.optional}</span>}
    </AriaLabel>
  )
}

export function Hint({ children }: { children: ReactNode }) {
  return (
    <Text slot="description" className="mt-1.5 block text-xs text-ink-3">
      {children}
    </Text>
  )
}

export function FieldError() {
  return <AriaFieldError className="mt-1.5 block text-xs text-danger" />
}
