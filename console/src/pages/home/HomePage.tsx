import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { homePaths, overviewDaysOf } from '../../home-paths.ts'
import { homeQueries } from '../../home-queries.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { AttentionFeed } from './AttentionFeed.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import { FIGURES } from './figure-words.ts'
import { RecentApps, recentAppsQuery } from './RecentApps.tsx'
import { words } from './words.ts'

/** What the parts of the page show is on its way before they are drawn; each part says if it does not arrive. */
export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const days = overviewDaysOf(new URL(request.url).searchParams.get('days'))
  void queryClient.prefetchQuery(homeQueries.workspaceOverview(workspace_id, Number(days)))
  void queryClient.prefetchQuery(homeQueries.attention(workspace_id))
  void queryClient.prefetchQuery(recentAppsQuery(workspace_id))
  return load(request, queries.session())
}

export function Component() {
  const { id: workspaceId, name } = useWorkspace()
  const navigate = useNavigate()
  const days = overviewDaysOf(useSearchParams()[0].get('days'))
  const overview = useQuery({
    ...homeQueries.workspaceOverview(workspaceId, Number(days)),
    placeholderData: (before) => before,
  })
  return (
    <>
      <PageHeader title={name} description={words.whatNeedsYouAnd} />
      <AttentionFeed />
      <RecentApps />
      <FiguresPart
        overview={overview}
        days={days}
        onDays={(chosen) =>
          void navigate(homePaths.workspace(workspaceId, { days: overviewDaysOf(chosen) }), { replace: true })
        }
        pathOf={(figure) =>
          FIGURES.find(({ name: one }) => one === figure)?.ofWorkspace(workspaceId) ??
          homePaths.workspace(workspaceId)
        }
      />
    </>
  )
}
