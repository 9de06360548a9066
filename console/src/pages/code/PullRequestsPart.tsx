import type { PullRequest } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { GitPullRequest } from 'lucide-react'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { codePaths, PULL_REQUEST_STATES, type PullRequestsView } from '../../code-paths.ts'
import { codingQueries } from '../../coding-queries.ts'
import { LineCounts } from '../../diff/FileDiffs.tsx'
import { fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { useView } from '../../table/use-view.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Time } from '../../ui/Time.tsx'
import { NoRepository } from './NoRepository.tsx'
import { PULL_REQUEST_LOOKS } from './session-words.ts'
import { words } from './words.ts'

const STATES = [
  { id: 'open', label: words.openOnes },
  { id: 'closed', label: words.mergedOrClosedOnes },
  { id: 'all', label: words.allOfThem },
] as const

export async function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  await load(request, queries.app(app_id), codingQueries.repository(app_id))
  // Without a repository the server has nothing to list, and says so by refusing.
  if (!queryClient.getQueryData(codingQueries.repository(app_id).queryKey)) return null
  return load(request, codingQueries.pullRequests(app_id, viewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: repository } = useSuspenseQuery(codingQueries.repository(app_id))
  if (!repository) return <NoRepository appId={app_id} mayEdit={canEditApp(app)} />
  return <PullRequests appId={app_id} />
}

function PullRequests({ appId }: { appId: string }) {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => codePaths.pullRequests(workspaceId, appId, next))
  const { data: page } = useSuspenseQuery(codingQueries.pullRequests(appId, view))
  const pages = useCursorPages(page.next_cursor)
  const columns = useMemo(
    () => pullRequestColumns((number) => codePaths.pullRequest(workspaceId, appId, number)),
    [workspaceId, appId],
  )
  const { state = 'open' } = view
  const count = page.items.length
  return (
    <>
      <PartHeading title={words.pullRequests}>{words.ofTheConnectedRepository}</PartHeading>
      <Toolbar label={words.filterPullRequests}>
        <Select
          label={words.which}
          isLabelHidden
          options={STATES}
          value={state}
          onChange={(key) => {
            const chosen = PULL_REQUEST_STATES.find((id) => id === key)
            show({ state: chosen === 'open' ? undefined : chosen })
          }}
          className="w-full sm:w-56"
        />
      </Toolbar>
      {count === 0 ? (
        <EmptyState icon={GitPullRequest} title={words.noPullRequests}>
          {state === 'open' ? words.noneIsOpenA : words.noneOfThemIs}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={words.pullRequests}
            columns={columns}
            rows={page.items}
            rowId={({ number }) => String(number)}
            rowName={({ title }) => title}
          />
          <Pager {...pages} count={count} noun={count === 1 ? words.pullRequest : words.pullRequests2} />
        </>
      )}
    </>
  )
}

const column = columnsOf<PullRequest>()

function pullRequestColumns(pathOf: (number: number) => string) {
  return column.columns([
    column.accessor('title', {
      header: words.pullRequest2,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={pathOf(original.number)}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {original.title}
          </Link>
          <span className="block truncate text-xs text-ink-3">
            {fillWith(words.numberFromSpan, {
              number: original.number,
              span: <span className="font-mono">{original.head_branch}</span>,
            })}
          </span>
        </>
      ),
    }),
    column.accessor('state', {
      header: words.state,
      meta: { className: 'w-24 text-sm' },
      cell: ({ getValue }) => {
        const { label, tone } = PULL_REQUEST_LOOKS[getValue()]
        return <Badge tone={tone}>{label}</Badge>
      },
    }),
    column.accessor('changed_files', {
      header: words.changes,
      meta: { className: 'hidden w-40 text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ row: { original } }) => (
        <>
          {original.changed_files} {original.changed_files === 1 ? 'file' : 'files'}{' '}
          <LineCounts additions={original.additions} deletions={original.deletions} />
        </>
      ),
    }),
    column.accessor('created_at', {
      header: words.opened,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}

function viewOf(search: URLSearchParams): PullRequestsView {
  return {
    state: PULL_REQUEST_STATES.find((known) => known === search.get('state')),
    cursor: search.get('cursor') ?? undefined,
  }
}
