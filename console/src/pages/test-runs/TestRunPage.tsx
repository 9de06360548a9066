import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { testsQueries } from '../../tests-queries.ts'
import { ComparePart } from './ComparePart.tsx'
import { FilmStrip } from './FilmStrip.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import { ReportPart } from './ReportPart.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunSteps } from './RunSteps.tsx'
import { TestRunHeader } from './TestRunHeader.tsx'
import { isOpenRun } from './test-run-words.ts'
import { useLiveTestRun } from './use-live-test-run.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', execution_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), testsQueries.run(app_id, execution_id))
}

export function Component() {
  const { app_id = '', execution_id = '' } = useParams()
  return <ShownRun key={`${app_id} ${execution_id}`} appId={app_id} executionId={execution_id} />
}

/** One run: how it went, a picture of each step, what it came to, and how it differs from the last good one. */
function ShownRun({ appId, executionId }: { appId: string; executionId: string }) {
  const { data: app } = useSuspenseQuery(queries.app(appId))
  const run = useLiveTestRun(appId, executionId)
  const isOpen = isOpenRun(run.status)
  const report = useQuery({ ...testsQueries.report(appId, executionId), enabled: !isOpen })
  const [enlarged, setEnlarged] = useState<string | null>(null)
  return (
    <>
      <TestRunHeader appId={appId} run={run} report={report.data} canEdit={canEditApp(app)} />
      <div className="space-y-8 px-5 pb-10 sm:px-8">
        {isOpen ? (
          <RunProgress run={run} />
        ) : report.data ? (
          <ReportPart run={run} report={report.data} onShowStep={setEnlarged} />
        ) : report.error ? (
          <PartFailure
            error={report.error}
            onRetry={() => void report.refetch()}
            isRetrying={report.isFetching}
          />
        ) : (
          <PartLoading what={words.theReport} />
        )}
        <FilmStrip appId={appId} run={run} onEnlarge={setEnlarged} />
        <RunSteps run={run} />
        {report.data?.last_good_execution_id && (
          <ComparePart
            appId={appId}
            run={run}
            report={report.data}
            goodId={report.data.last_good_execution_id}
          />
        )}
      </div>
      {enlarged !== null && (
        <PictureViewer
          appId={appId}
          run={run}
          stepId={enlarged}
          onStep={setEnlarged}
          onClose={() => setEnlarged(null)}
        />
      )}
    </>
  )
}
