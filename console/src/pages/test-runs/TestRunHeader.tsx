import type { TestReport, TestRun } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { CircleStop, Download, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { saveFile } from '../../save-file.ts'
import { testsQueries } from '../../tests-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { useStartRun } from '../tests/use-start-run.ts'
import { describeLength } from '../workflow-runs/run-words.ts'
import { CancelTestRun } from './CancelTestRun.tsx'
import { isOpenRun, RUN_LOOKS, TRIGGERS } from './test-run-words.ts'
import { words } from './words.ts'

interface TestRunHeaderProps {
  appId: string
  run: TestRun
  report: TestReport | undefined
  canEdit: boolean
}

export function TestRunHeader({ appId, run, report, canEdit }: TestRunHeaderProps) {
  const { id: workspaceId } = useWorkspace()
  const [isCancelling, setCancelling] = useState(false)
  const { data: flows } = useQuery(testsQueries.names(appId))
  const isDeleted = flows !== undefined && !flows.some(({ id }) => id === run.flow_id)
  const { label, tone } = RUN_LOOKS[run.status]
  usePageName(paths.testRun(workspaceId, appId, run.id), run.flow_name)
  const trace = report?.artifacts.find(({ kind }) => kind === 'trace')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 pt-5 pb-5 sm:px-8">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold tracking-tight">
          {isDeleted ? (
            <span className="break-words">{run.flow_name}</span>
          ) : (
            <Link
              to={paths.test(workspaceId, appId, run.flow_id)}
              className="break-words hover:text-accent hover:underline"
            >
              {run.flow_name}
            </Link>
          )}
          <span aria-live="polite" className="font-medium">
            <StatusDot tone={tone}>{label}</StatusDot>
          </span>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2">
          <span>
            {TRIGGERS[run.trigger]}
            {run.started_by && (
              <span className="text-ink-3">
                {' '}
                {fillWith(words.byStartedBy, { startedBy: run.started_by })}
              </span>
            )}
          </span>
          <Time at={run.started_at ?? run.created_date} />
          {run.duration_ms !== null && <span>{describeLength(run.duration_ms)}</span>}
          {isDeleted && <span className="text-ink-3">{words.theTestWasDeleted}</span>}
          <span className="inline-flex items-center gap-0.5 font-mono text-xs text-ink-3">
            {run.id}
            <CopyButton text={run.id} label={words.copyRunId} />
          </span>
        </p>
      </div>
      <div className="ms-auto flex flex-wrap gap-2">
        {trace && <DownloadTrace appId={appId} run={run} traceId={trace.id} />}
        {canEdit &&
          (isOpenRun(run.status) ? (
            <Button size="sm" look="danger-outline" icon={CircleStop} onPress={() => setCancelling(true)}>
              {words.cancel}
            </Button>
          ) : (
            <RunAgain appId={appId} run={run} isDeleted={isDeleted} />
          ))}
      </div>
      {isCancelling && <CancelTestRun appId={appId} run={run} onClose={() => setCancelling(false)} />}
    </div>
  )
}

function RunAgain({ appId, run, isDeleted }: { appId: string; run: TestRun; isDeleted: boolean }) {
  const start = useStartRun(appId)
  return (
    <Button
      size="sm"
      look="primary"
      icon={RotateCcw}
      isPending={start.isPending}
      disabledReason={isDeleted ? words.itsTestWasDeleted : undefined}
      onPress={() => start.progress.current.running === 0 && start.mutate({ flow_id: run.flow_id })}
    >
      {words.runAgain}
    </Button>
  )
}

/** All that the browser did, for the trace viewer of Playwright. */
function DownloadTrace({ appId, run, traceId }: { appId: string; run: TestRun; traceId: string }) {
  const download = useRequest({
    run: async () => {
      const params = { app_id: appId, execution_id: run.id, artifact_id: traceId }
      saveFile(await (await client.test_runs.read_artifact(params)).blob(), `${run.id}-trace.zip`)
    },
    failure: toastFailure,
  })
  return (
    <Button size="sm" icon={Download} isPending={download.isPending} onPress={() => download.mutate()}>
      {words.downloadTrace}
    </Button>
  )
}
