import type { App } from '@atrium/sdk'
import { KINDS } from './app-words.ts'

export function AppIcon({ kind }: { kind: App['kind'] }) {
  const { icon: Icon } = KINDS[kind]
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-sunken text-ink-2"
    >
      <Icon className="size-4" />
    </span>
  )
}
