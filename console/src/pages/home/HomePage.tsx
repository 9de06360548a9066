import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { load } from '../../api.ts'
import { homePaths, overviewDaysOf } from '../../home-paths.ts'
import { homeQueries } from '../../home-queries.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { AttentionFeed } from './AttentionFeed.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import { FIGURES } from './figure-words.ts'
import { RecentApps } from './RecentApps.tsx'

export function loader({ request }: LoaderFunctionArgs) {
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
      <PageHeader title={name} description="What needs you, and how your apps are doing." />
      <AttentionFeed />
      <RecentApps />
      <FiguresPart
        overview={overview}
        days={days}
        onDays={(chosen) =>
          void navigate(homePaths.workspace(workspaceId, { days: overviewDaysOf(chosen) }), { replace: true })
        }
        pathOf={(figure) =>
          FIGURES.find((words) => words.name === figure)?.ofWorkspace(workspaceId) ??
          homePaths.workspace(workspaceId)
        }
      />
    </>
  )
}
