import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { workflowsQueries } from '../../workflows-queries.ts'
import { DecideStep } from './DecideStep.tsx'
import { ExplainRun } from './ExplainRun.tsx'
import { JsonView } from './JsonView.tsx'
import { RunHeader } from './RunHeader.tsx'
import { StepTimeline } from './StepTimeline.tsx'
import { useLiveRun } from './use-live-run.ts'
import { isUnclear, waitingApprovals } from './waiting-approvals.ts'
import { words } from './words.ts'

export function loader({
  request,
  params: { app_id = '', workflow_id = '', run_id = '' },
}: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), workflowsQueries.run(app_id, workflow_id, run_id))
}

/** One run: how it went, what each step did, and what can be done about it. */
export function Component() {
  const { app_id = '', workflow_id = '', run_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const run = useLiveRun(app_id, workflow_id, run_id)
  const canEdit = canEditApp(app)
  const { error, steps } = run
  const { data: workflow } = useQuery({
    ...workflowsQueries.one(app_id, workflow_id),
    enabled: canEdit && isUnclear(steps),
  })
  return (
    <>
      <RunHeader appId={app_id} run={run} canEdit={canEdit} />
      <div className="space-y-6 px-5 pb-8 sm:px-8">
        {canEdit &&
          waitingApprovals(steps, workflow?.definition).map((step) => (
            <DecideStep key={step.id} appId={app_id} run={run} step={step} />
          ))}
        {error && (
          <Notice tone="danger" title={error.message}>
            <span className="font-mono text-xs">{error.code}</span>
            {error.step_id !== null && <> {fillWith(words.atTheStepStepId, { stepId: error.step_id })}</>}
          </Notice>
        )}
        {run.status === 'failed' && <ExplainRun appId={app_id} run={run} canEdit={canEdit} />}
        <StepTimeline run={run} canEdit={canEdit} />
        {run.has_more_steps && (
          <p className="text-ink-2">
            {fillWith(words.theFirstCountSteps, { count: steps.length.toLocaleString('en') })}
          </p>
        )}
        {canEdit && (
          <div className="grid gap-6 lg:grid-cols-2">
            <JsonView label={words.inputOfTheRun} value={run.input} />
            <JsonView label={words.outputOfTheRun} value={run.output} />
          </div>
        )}
        {run.replay_of_run_id !== null && (
          <p className="text-ink-2">
            {fillWith(words.aReplayOfLink, {
              link: (
                <Link
                  to={paths.run(workspaceId, app_id, workflow_id, run.replay_of_run_id)}
                  className="text-accent hover:underline"
                >
                  {run.replay_of_run_id}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
    </>
  )
}
