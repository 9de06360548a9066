import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { queryClient } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { fill } from '../../language/fill.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type AppLogsView, logsPaths } from '../../logs-paths.ts'
import { logsQueries, MOST_EXPORTED } from '../../logs-queries.ts'
import { saveFile } from '../../save-file.ts'
import { toCsv } from '../../table/csv.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { HowVisitsCome } from './HowVisitsCome.tsx'
import { daysOf, logsViewOf, visitRows } from './logs-view.ts'
import { VisitChart } from './VisitChart.tsx'
import { VisitFilters } from './VisitFilters.tsx'
import { VisitList } from './VisitList.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const view = logsViewOf(new URL(request.url).searchParams)
  return loadForEditors(request, app_id, logsQueries.stats(app_id, daysOf(view)))
}

/** Who looked at which page of the app, and when. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, showView] = useView(logsViewOf, (next) => logsPaths.logs(workspaceId, app_id, next))
  const show = (change: AppLogsView) => showView(change, { replace: true })
  const { data: stats } = useSuspenseQuery(logsQueries.stats(app_id, daysOf(view)))
  const isEmpty = stats.visits === 0 && view.page === undefined && view.user === undefined
  const download = useRequest({
    run: async () => {
      const visits = await queryClient.fetchQuery(logsQueries.export(app_id, view))
      const file = toCsv(['created_date', 'page', 'user_id', 'user_email', 'visits'], visitRows(visits))
      saveFile(new Blob([file], { type: 'text/csv;charset=utf-8' }), `visits-${app_id}.csv`)
      if (visits.length >= MOST_EXPORTED)
        toast.done(fill(words.theNewestMostExportedVisits, { mostExported: MOST_EXPORTED }))
    },
    failure: toastFailure,
  })
  return (
    <>
      <PartHeading
        title={words.logs}
        actions={
          !isEmpty && (
            <Button icon={Download} isPending={download.isPending} onPress={() => download.mutate()}>
              {words.downloadCsv}
            </Button>
          )
        }
      >
        {words.whoLookedAtWhich}
      </PartHeading>
      {isEmpty && (
        <div className="px-5 pb-6 sm:px-8">
          <HowVisitsCome appId={app_id} title={words.noVisitsYet} />
        </div>
      )}
      <div className="px-5 pb-8 sm:px-8">
        <VisitChart stats={stats} days={daysOf(view)} onDays={(days) => show({ days })} />
      </div>
      <VisitFilters view={view} pages={stats.pages} onChange={show} />
      <VisitList view={view} onPerson={(user) => show({ user })} />
      {!isEmpty && (
        <details className="px-5 py-6 sm:px-8">
          <summary className="w-fit cursor-pointer text-sm text-ink-2 hover:text-ink">
            {words.howVisitsAreSent}
          </summary>
          <div className="mt-3">
            <HowVisitsCome appId={app_id} title={words.howVisitsAreSent} />
          </div>
        </details>
      )}
    </>
  )
}

/** To those who may not read visits, the page says so. */
export function ErrorBoundary() {
  return <EditorsOnly>{words.visitsSayWhoUses}</EditorsOnly>
}
