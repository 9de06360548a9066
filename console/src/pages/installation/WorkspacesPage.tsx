import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Settings2, ShieldAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { NameFilter } from '../../table/NameFilter.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { useView } from '../../table/use-view.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspacePaths } from '../../workspace-paths.ts'
import { workspaceQueries } from '../../workspace-queries.ts'
import { ChangeWorkspace } from './ChangeWorkspace.tsx'
import { words } from './words.ts'

type Listed = AnswerOf<Operations['installation']['list_workspaces']>['items'][number]

export function loader({ request }: LoaderFunctionArgs) {
  return load(request, workspaceQueries.ofInstallation(namedViewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(namedViewOf, (next) =>
    workspacePaths.installationWorkspaces(workspaceId, next),
  )
  const { data: page } = useSuspenseQuery(workspaceQueries.ofInstallation(view))
  const [changing, setChanging] = useState<Listed | null>(null)
  const columns = useMemo(() => listedColumns(setChanging), [])
  return (
    <>
      <PageHeader title={words.workspaces} description={words.planLimitsAndBilling} />
      {page === null ? (
        <EmptyState icon={ShieldAlert} title={words.forInstallationAdmins}>
          {words.theOperatorMakesYou}
        </EmptyState>
      ) : (
        <>
          <NameFilter
            what={words.workspaces2}
            value={view.search}
            // Typing makes many addresses; the way back skips them.
            onChange={(search) => show({ search }, { replace: true })}
          />
          <FilteredTable
            label={words.workspaces}
            columns={columns}
            page={page}
            nouns={[words.workspace, words.workspaces2]}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            {fillWith(words.noWorkspaceMatches, { search: view.search })}
          </FilteredTable>
        </>
      )}
      {changing && (
        <ChangeWorkspace id={changing.id} name={changing.name} onClose={() => setChanging(null)} />
      )}
    </>
  )
}

const column = columnsOf<Listed>()

function listedColumns(onChange: (workspace: Listed) => void) {
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.name}</p>
          <p className="truncate font-mono text-xs text-ink-3">{original.id}</p>
        </>
      ),
    }),
    column.accessor('plan', {
      header: words.plan,
      meta: { className: 'w-28 text-sm' },
      cell: ({ getValue }) => <Badge tone="neutral">{getValue()}</Badge>,
    }),
    column.accessor('owner_email', {
      header: words.owner,
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => getValue() ?? '–',
    }),
    column.accessor('created_date', {
      header: words.created,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
      cell: ({ row: { original } }) => (
        <IconButton
          icon={Settings2}
          label={fill(words.changeName, { name: original.name })}
          onPress={() => onChange(original)}
        />
      ),
    }),
  ])
}
