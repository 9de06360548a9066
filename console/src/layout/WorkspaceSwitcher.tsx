import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BareButton } from '../ui/PlainButton.tsx'
import { WithSheet } from '../ui/WithSheet.tsx'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

const load = () => import('./WorkspacesSheet.tsx')
const WorkspacesSheet = lazy(async () => ({ default: (await load()).WorkspacesSheet }))
const CreateWorkspace = lazy(async () => ({
  default: (await import('../pages/workspace/CreateWorkspace.tsx')).CreateWorkspace,
}))

export function WorkspaceSwitcher() {
  const current = useWorkspace()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <WithSheet
        load={load}
        trigger={(props) => (
          <BareButton
            {...props}
            className="flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2 text-start shadow-panel transition-look hovered:border-control"
          >
            <span className="sr-only">{words.switchWorkspace}</span>
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-md bg-accent-soft text-sm font-semibold text-accent-strong"
            >
              {current.name.trim()[0]?.toUpperCase()}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm leading-4.5 font-semibold">{current.name}</span>
              <span className="block truncate text-xs text-ink-3 capitalize">
                {current.user_role} · {current.subscription_tier}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
          </BareButton>
        )}
      >
        {(sheet) => <WorkspacesSheet {...sheet} onCreate={() => setCreating(true)} />}
      </WithSheet>
      {isCreating && (
        <Suspense fallback={null}>
          <CreateWorkspace onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}
