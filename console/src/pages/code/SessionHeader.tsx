import type { CodingSession } from '@atrium/sdk'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { codePaths } from '../../code-paths.ts'
import { fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { CancelSession } from './CancelSession.tsx'
import { hasEnded, SESSION_LOOKS } from './session-words.ts'
import { words } from './words.ts'

interface SessionHeaderProps {
  appId: string
  session: CodingSession
  mayEdit: boolean
}

export function SessionHeader({ appId, session, mayEdit }: SessionHeaderProps) {
  const { id: workspaceId } = useWorkspace()
  const [isCancelling, setCancelling] = useState(false)
  const { id, title, state, launched_by, created_date, branch_name, repository_full_name } = session
  const { label, tone } = SESSION_LOOKS[state]
  usePageName(codePaths.session(workspaceId, appId, id), title)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 pt-5 pb-5 sm:px-8">
      <div className="max-w-full min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold tracking-tight">
          <span className="min-w-0 break-words">{title}</span>
          <span aria-live="polite" className="text-base font-medium">
            <StatusDot tone={tone}>{label}</StatusDot>
          </span>
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2">
          <span>
            {fillWith(words.timeByLaunchedBy, {
              time: <Time at={created_date} />,
              launchedBy: launched_by ?? 'somebody',
            })}
          </span>
          <span className="break-all">{repository_full_name}</span>
          {branch_name && (
            <span className="inline-flex min-w-0 items-center gap-0.5">
              <code className="min-w-0 font-mono text-xs break-all">{branch_name}</code>
              <CopyButton text={branch_name} label={words.copyTheNameOf} />
            </span>
          )}
          <span className="inline-flex items-center gap-0.5 font-mono text-xs text-ink-3">
            {id}
            <CopyButton text={id} label={words.copySessionId} />
          </span>
        </p>
      </div>
      {mayEdit && !hasEnded(state) && state !== 'cancelling' && (
        <div className="ms-auto">
          <Button size="sm" look="danger-outline" icon={CircleStop} onPress={() => setCancelling(true)}>
            {words.cancel}
          </Button>
        </div>
      )}
      {isCancelling && <CancelSession appId={appId} session={session} onClose={() => setCancelling(false)} />}
    </div>
  )
}
