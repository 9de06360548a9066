import type { Flow } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useOutletContext, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { testsQueries } from '../../tests-queries.ts'
import { isOpenRun } from '../test-runs/test-run-words.ts'
import { TestHeader } from './TestHeader.tsx'
import { words } from './words.ts'

const OPEN_RUN_MS = 3_000

export function loader({ request, params: { app_id = '', flow_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), testsQueries.one(app_id, flow_id))
}

interface Shown {
  appId: string
  flow: Flow
  canEdit: boolean
  setChanged: (isChanged: boolean) => void
}

export const useShownTest = () => useOutletContext<Shown>()

/** One test: its steps and settings, and how it did over time. */
export function Component() {
  const { app_id = '', flow_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: flow } = useSuspenseQuery({
    ...testsQueries.one(app_id, flow_id),
    refetchInterval: ({ state: { data } }) =>
      data?.last_run && isOpenRun(data.last_run.status) ? OPEN_RUN_MS : false,
  })
  const [isChanged, setChanged] = useState(false)
  const canEdit = canEditApp(app)
  return (
    <>
      <TestHeader appId={app_id} flow={flow} canEdit={canEdit} isChanged={isChanged} />
      <PageTabs
        label={fill(words.partsOfName, { name: flow.name })}
        tabs={[
          { to: paths.test(workspaceId, app_id, flow_id), label: words.stepsAndSettings },
          { to: paths.testStats(workspaceId, app_id, flow_id), label: words.overTime },
        ]}
      />
      <Outlet
        key={`${app_id} ${flow_id}`}
        context={{ appId: app_id, flow, canEdit, setChanged } satisfies Shown}
      />
    </>
  )
}
