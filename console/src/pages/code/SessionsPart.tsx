import { useSuspenseQuery } from '@tanstack/react-query'
import { GitPullRequestArrow, Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codePaths, SESSION_STATES, type SessionsView } from '../../code-paths.ts'
import { codingQueries } from '../../coding-queries.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NewSession } from './NewSession.tsx'
import { NoRepository } from './NoRepository.tsx'
import { sessionColumns } from './session-columns.tsx'
import { isAtWork, SESSION_LOOKS } from './session-words.ts'
import { words } from './words.ts'

const AT_WORK_MS = 4_000
const STATES = SESSION_STATES.map((id) => ({ id, label: SESSION_LOOKS[id].label }))

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return load(
    request,
    queries.app(app_id),
    codingQueries.repository(app_id),
    codingQueries.sessions(app_id, view),
  )
}

/** What was given to the coder, newest first. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: repository } = useSuspenseQuery(codingQueries.repository(app_id))
  const [view, show] = useView(viewOf, (next) => codePaths.sessions(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery({
    ...codingQueries.sessions(app_id, view),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => isAtWork(state)) ? AT_WORK_MS : false,
  })
  const [isLaunching, setLaunching] = useState(false)
  const columns = useMemo(
    () =>
      sessionColumns({
        pathOf: (id) => codePaths.session(workspaceId, app_id, id),
        pullRequestPathOf: (number) => codePaths.pullRequest(workspaceId, app_id, number),
      }),
    [workspaceId, app_id],
  )
  const mayEdit = canEditApp(app)
  const isEmpty = page.items.length === 0 && view.state === undefined && !view.cursor
  const launch = mayEdit && repository && (
    <Button look="primary" icon={Sparkles} onPress={() => setLaunching(true)}>
      {words.newSession}
    </Button>
  )
  if (isEmpty && !repository) return <NoRepository appId={app_id} mayEdit={mayEdit} />
  return (
    <>
      {isEmpty ? (
        <EmptyState
          icon={GitPullRequestArrow}
          title={words.noSessionsYet}
          {...(launch && { action: launch })}
        >
          {words.sayWhatShouldChange}
        </EmptyState>
      ) : (
        <>
          <PartHeading title={words.codingSessions} actions={launch}>
            {repository ? words.eachWorksOnA : words.noRepositoryIsConnected}
          </PartHeading>
          <Toolbar label={words.filterSessions}>
            <ChoiceFilter
              label={words.state}
              every={words.everyState}
              options={STATES}
              value={view.state}
              onChange={(state) => show({ state })}
            />
          </Toolbar>
          <FilteredTable
            label={words.codingSessions}
            columns={columns}
            page={page}
            nouns={['session', 'sessions']}
            rowName={({ title }) => title}
            onClear={() => show({ state: undefined })}
          >
            {words.noneIsInThis}
          </FilteredTable>
        </>
      )}
      {isLaunching && repository && (
        <NewSession appId={app_id} repository={repository} onClose={() => setLaunching(false)} />
      )}
    </>
  )
}

function viewOf(search: URLSearchParams): SessionsView {
  return {
    state: SESSION_STATES.find((known) => known === search.get('state')),
    cursor: search.get('cursor') ?? undefined,
  }
}
