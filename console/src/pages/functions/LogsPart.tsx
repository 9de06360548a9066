import { useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type FunctionLogsView, LOG_LEVELS, paths } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { LogLines } from './LogLines.tsx'
import { words } from './words.ts'

const FOLLOW_MS = 2_000
const LEVELS = [
  { id: 'debug', label: words.debug },
  { id: 'info', label: words.info },
  { id: 'warn', label: words.warnings },
  { id: 'error', label: words.errors },
] as const

export function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return loadForEditors(request, app_id, functionsQueries.logs(app_id, name, view))
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const shown = viewOf(useSearchParams()[0])
  const [view, show] = useView(viewOf, (next) => paths.functionLogs(workspaceId, app_id, name, next))
  const [isFollowing, setFollowing] = useState(true)
  const { data: lines } = useSuspenseQuery({
    ...functionsQueries.logs(app_id, name, shown),
    // Only while the page is looked at: a hidden one asks nothing.
    refetchInterval: isFollowing ? FOLLOW_MS : false,
    refetchIntervalInBackground: false,
  })
  const isFiltered = view.level !== undefined || view.request !== undefined

  return (
    <div className="pt-5">
      <Toolbar label={words.filterLogs}>
        <ChoiceFilter
          label={words.level}
          every={words.allLevels}
          options={LEVELS}
          value={view.level}
          onChange={(level) => show({ level })}
          className="w-full sm:w-40"
        />
        <FilterField
          label={words.searchByRequestId}
          placeholder={words.requestIdReq}
          value={view.request ?? ''}
          onChange={(request) => show({ request: request || undefined }, { replace: true })}
          className="w-full sm:w-80"
        />
        <div className="flex h-9 items-center">
          <Switch label={words.follow} isSelected={isFollowing} onChange={setFollowing} />
        </div>
      </Toolbar>
      {lines.length > 0 ? (
        <LogLines
          lines={lines}
          requestPath={(request) => paths.functionLogs(workspaceId, app_id, name, { ...view, request })}
        />
      ) : isFiltered ? (
        <EmptyState
          icon={SearchX}
          title={words.noSuchLines}
          action={
            <Button onPress={() => show({ level: undefined, request: undefined })}>
              {words.clearFilters}
            </Button>
          }
        >
          {words.nothingThatThisFunction}
        </EmptyState>
      ) : (
        <EmptyState icon={ScrollText} title={words.nothingWasWrittenYet}>
          {words.whatTheFunctionWrites}
        </EmptyState>
      )}
    </div>
  )
}

function viewOf(search: URLSearchParams): FunctionLogsView {
  return {
    level: LOG_LEVELS.find((known) => known === search.get('level')),
    request: search.get('request') ?? undefined,
  }
}

export function ErrorBoundary() {
  return <EditorsOnly>{words.logsMayHoldWhat}</EditorsOnly>
}
