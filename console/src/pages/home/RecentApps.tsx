import { useQuery } from '@tanstack/react-query'
import { LayoutGrid } from 'lucide-react'
import { Link } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useMe, useWorkspace } from '../../layout/use-workspace.ts'
import { recentAppIds } from '../../palette/recent.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from '../apps/AppIcon.tsx'
import { words } from './words.ts'

const MOST = 6

export const recentAppsQuery = (workspaceId: string) => queries.apps(workspaceId, { sort: '-updated_date' })

/** The apps that were opened last here, then those that changed last. */
export function RecentApps() {
  const { id: workspaceId } = useWorkspace()
  const list = useQuery(recentAppsQuery(workspaceId))
  const { id: userId } = useMe()
  const opened = recentAppIds(userId, workspaceId)
  const place = (id: string) => (opened.includes(id) ? opened.indexOf(id) : opened.length)
  const apps = [...(list.data?.items ?? [])]
    .sort((a, b) => place(a.id ?? '') - place(b.id ?? ''))
    .slice(0, MOST)
  return (
    <section aria-labelledby="recent-apps" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="recent-apps" className="font-semibold">
          {words.recentlyUsed}
        </h2>
        <Link to={paths.apps(workspaceId)} className="text-sm text-ink-2 hover:text-ink hover:underline">
          {words.allApps}
        </Link>
      </div>
      {list.error ? (
        <PartFailure error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : !list.data ? (
        <PartLoading what="apps" shape="cards" />
      ) : apps.length === 0 ? (
        <EmptyState icon={LayoutGrid} title={words.noAppsYet}>
          {words.appsThatYouMake}
        </EmptyState>
      ) : (
        <ul aria-labelledby="recent-apps" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {apps.map(({ id = '', name, kind = 'app', updated_date }) => (
            <li key={id} className="flex">
              <Link
                to={kind === 'agent' ? paths.agent(workspaceId, id) : paths.app(workspaceId, id)}
                className="flex min-w-0 flex-1 items-center gap-3 rounded-lg border border-line px-4 py-3 transition-look hover:border-control hover:bg-hover"
              >
                <AppIcon kind={kind} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block text-xs text-ink-3">
                    {fillWith(words.changedTime, { time: <Time at={updated_date} /> })}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
