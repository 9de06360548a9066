import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

/** A short hint on hover and keyboard focus. The child must be a React Aria control. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={350} closeDelay={80}>
      {children}
      <AriaTooltip
        offset={6}
        className="pointer-events-none max-w-64 rounded-md bg-tooltip px-2 py-1 text-xs text-on-tooltip shadow-pop entering:animate-fade"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
