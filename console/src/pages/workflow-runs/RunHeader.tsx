import type { WorkflowRun } from '@atrium/sdk'
import { CircleStop, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { TRIGGERS } from '../workflows/trigger-words.ts'
import { CancelRun } from './CancelRun.tsx'
import { ReplayRun } from './ReplayRun.tsx'
import { describeLength, isOpenRun, RUN_LOOKS } from './run-words.ts'
import { words } from './words.ts'

interface RunHeaderProps {
  appId: string
  run: WorkflowRun
  canEdit: boolean
}

export function RunHeader({ appId, run, canEdit }: RunHeaderProps) {
  const { id: workspaceId } = useWorkspace()
  const [open, setOpen] = useState<'cancel' | 'replay' | null>(null)
  const { id, workflow_id, workflow_name, status, duration_ms, version } = run
  const { label, tone } = RUN_LOOKS[status]
  usePageName(paths.workflow(workspaceId, appId, workflow_id), workflow_name)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 pt-5 pb-5 sm:px-8">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold tracking-tight">
          <span aria-live="polite">
            <StatusDot tone={tone}>{label}</StatusDot>
          </span>
          {run.is_test_run && <Badge>{words.test}</Badge>}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2">
          <span>{TRIGGERS[run.trigger_type].short}</span>
          <span>
            <Time at={run.started_at} otherwise={words.notBegunYet} />
          </span>
          {duration_ms !== null && <span>{describeLength(duration_ms)}</span>}
          <span>{fillWith(words.versionVersion, { version })}</span>
          <span className="inline-flex items-center gap-0.5 font-mono text-xs text-ink-3">
            {id}
            <CopyButton text={id} label={words.copyRunId} />
          </span>
        </p>
      </div>
      {canEdit && (
        <div className="ms-auto flex flex-wrap gap-2">
          {isOpenRun(status) ? (
            <Button
              size="sm"
              look="danger-outline"
              icon={CircleStop}
              onPress={() => setOpen('cancel')}
              disabledReason={status === 'cancelling' ? words.itIsBeingCancelled : undefined}
            >
              {words.cancel}
            </Button>
          ) : (
            <Button size="sm" icon={RotateCcw} onPress={() => setOpen('replay')}>
              {words.replay}
            </Button>
          )}
        </div>
      )}
      {open === 'cancel' && <CancelRun appId={appId} run={run} onClose={close} />}
      {open === 'replay' && <ReplayRun appId={appId} run={run} onClose={close} />}
    </div>
  )
}
