import { fillWith } from '../../language/fill.ts'
import { AppIcon } from '../apps/AppIcon.tsx'
import { words } from './words.ts'

/** While the reply is made. */
export function Waiting({ agentName }: { agentName: string }) {
  return (
    <div className="flex items-center gap-3">
      <AppIcon kind="agent" />
      <p className="flex items-center gap-2 text-sm text-ink-3">
        {fillWith(words.agentNameIsWritingSpan, {
          agentName,
          span: (
            <span aria-hidden className="flex gap-1">
              <span className="size-1.5 animate-pulse rounded-full bg-control" />
              <span className="size-1.5 animate-pulse rounded-full bg-control [animation-delay:200ms]" />
              <span className="size-1.5 animate-pulse rounded-full bg-control [animation-delay:400ms]" />
            </span>
          ),
        })}
      </p>
    </div>
  )
}
