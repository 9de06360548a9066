import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { workflowsQueries } from '../../workflows-queries.ts'
import { RunsList, runsViewOf } from './RunsList.tsx'

export function loader({ request, params: { app_id = '', workflow_id = '' } }: LoaderFunctionArgs) {
  const view = runsViewOf(new URL(request.url).searchParams)
  return load(request, workflowsQueries.runs(app_id, workflow_id, view))
}

/** The runs of one workflow. */
export function Component() {
  const { app_id = '', workflow_id = '' } = useParams()
  return (
    <div className="pt-5">
      <RunsList appId={app_id} workflowId={workflow_id} />
    </div>
  )
}
