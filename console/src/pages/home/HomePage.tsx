import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
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

/** Parts that are not there soon come by themselves, or say that they do not arrive. */
const SOON_MS = 150

export async function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const days = overviewDaysOf(new URL(request.url).searchParams.get('days'))
  const parts = Promise.all([
    queryClient.prefetchQuery(homeQueries.workspaceOverview(workspace_id, Number(days))),
    queryClient.prefetchQuery(homeQueries.attention(workspace_id)),
    queryClient.prefetchQuery(recentAppsQuery(workspace_id)),
  ])
  await load(request, queries.session())
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, SOON_MS))])
  return null
}

export function Component() {
  const { id: workspaceId, name } = useWorkspace()
  const navigate = useNavigate()
  const days = overviewDaysOf(useSearchParams()[0].get('days'))
  const overview = useQuery({
    ...homeQueries.workspaceOverview(workspaceId, Number(days)),
    placeholderData: (before) => before,
  })
  // What needs somebody is shown first; the parts below it follow at once.
  const isWhole = useDeferredValue(true, false)
  return (
    <>
      <PageHeader title={name} description={words.whatNeedsYouAnd} />
      <AttentionFeed />
      {isWhole && <RecentApps />}
      {isWhole && (
        <FiguresPart
          overview={overview}
          days={days}
          onDays={(chosen) =>
            void navigate(homePaths.workspace(workspaceId, { days: overviewDaysOf(chosen) }), {
              replace: true,
            })
          }
          pathOf={(figure) =>
            FIGURES.find(({ name: one }) => one === figure)?.ofWorkspace(workspaceId) ??
            homePaths.workspace(workspaceId)
          }
        />
      )}
    </>
  )
}
