import type { WorkflowVersion } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { load } from '../../api.ts'
import { VersionDifference, VersionList } from '../../versions/VersionList.tsx'
import { workflowsQueries } from '../../workflows-queries.ts'
import { RestoreVersion } from './RestoreVersion.tsx'
import { words } from './words.ts'
import { textOf, useDraft } from './workflow-draft.ts'

export function loader({ request, params: { app_id = '', workflow_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return load(request, workflowsQueries.versions(app_id, workflow_id, cursor))
}

export function Component() {
  const { app_id = '', workflow_id = '' } = useParams()
  const { saved, canEdit } = useDraft()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(workflowsQueries.versions(app_id, workflow_id, cursor))
  const [chosen, setChosen] = useState<WorkflowVersion | null>(null)
  return (
    <>
      <p className="px-5 py-4 text-ink-2 sm:px-8">{words.everyChangeOfThe}</p>
      <VersionList
        page={page}
        current={saved.version}
        detail={({ definition }) => (
          <VersionDifference then={textOf(definition)} now={textOf(saved.definition)} />
        )}
        onRestore={canEdit ? setChosen : null}
      />
      {chosen && (
        <RestoreVersion appId={app_id} workflow={saved} to={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}
