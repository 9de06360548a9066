import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { workflowsQueries } from '../../workflows-queries.ts'
import { RunsList, runsViewOf } from './RunsList.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const view = runsViewOf(new URL(request.url).searchParams)
  return load(request, workflowsQueries.runs(app_id, null, view))
}

/** The runs of all workflows of an app. */
export function Component() {
  const { app_id = '' } = useParams()
  return (
    <>
      <div className="px-5 pt-5 pb-4 sm:px-8">
        <h2 className="text-lg font-semibold tracking-tight">{words.runsOfAllWorkflows}</h2>
      </div>
      <RunsList appId={app_id} workflowId={null} />
    </>
  )
}
