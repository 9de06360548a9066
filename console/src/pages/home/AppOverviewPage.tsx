import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, useNavigate, useParams, useSearchParams } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { homePaths, overviewDaysOf } from '../../home-paths.ts'
import { homeQueries } from '../../home-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { AttentionFeed } from './AttentionFeed.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { FIGURES } from './figure-words.ts'

/** An agent opens on its chat; below the address of apps it has only its settings. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workspace_id = '', app_id = '' } = params
  await load(request, queries.app(app_id))
  const app = queryClient.getQueryData(queries.app(app_id).queryKey)
  return app?.kind === 'agent' ? redirect(paths.appSettings(workspace_id, app_id)) : null
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const navigate = useNavigate()
  const days = overviewDaysOf(useSearchParams()[0].get('days'))
  const overview = useQuery({
    ...homeQueries.appOverview(app_id, Number(days)),
    placeholderData: (before) => before,
  })
  return (
    <>
      {canEditApp(app) && <FirstSteps key={app.id} app={app} />}
      <AttentionFeed key={app_id} appId={app_id} />
      <FiguresPart
        overview={overview}
        days={days}
        onDays={(chosen) =>
          void navigate(homePaths.app(workspaceId, app_id, { days: overviewDaysOf(chosen) }), {
            replace: true,
          })
        }
        pathOf={(figure) =>
          FIGURES.find((words) => words.name === figure)?.ofApp(workspaceId, app_id) ??
          homePaths.app(workspaceId, app_id)
        }
      />
    </>
  )
}
