import { GROUP_OF_TYPE, type IgnoredFinding } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { scansQueries } from '../../scans-queries.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import { GROUP_WORDS, REASONS } from './scan-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const view = namedViewOf(new URL(request.url).searchParams)
  return loadForEditors(request, app_id, scansQueries.ignored(app_id, view))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(namedViewOf, (next) =>
    paths.securityPart(workspaceId, app_id, 'ignored', next),
  )
  const { data: page } = useSuspenseQuery(scansQueries.ignored(app_id, view))
  const columns = useMemo(() => ignoredColumns(app_id), [app_id])
  const items = page.items.map((item) => ({ ...item, id: item.fingerprint }))
  if (items.length === 0 && !view.search && !view.cursor)
    return (
      <EmptyState icon={EyeOff} title={words.nothingIsIgnored}>
        {words.aFindingThatIs}
      </EmptyState>
    )
  return (
    <>
      <PartHeading title={words.ignoredFindings}>{words.theyDoNotCount}</PartHeading>
      <Toolbar label={words.filterIgnoredFindings}>
        <FilterField
          label={words.searchIgnoredFindings}
          placeholder={words.titleOrFile}
          value={view.search ?? ''}
          onChange={(search) => show({ search: search || undefined }, { replace: true })}
          className="w-full sm:w-64"
        />
      </Toolbar>
      <FilteredTable
        label={words.ignoredFindings}
        columns={columns}
        page={{ ...page, items }}
        nouns={['finding', 'findings']}
        rowName={nameOf}
        onClear={() => show({ search: undefined }, { replace: true })}
      >
        {words.noneThatIsIgnored}
      </FilteredTable>
    </>
  )
}

const nameOf = ({ title, fingerprint }: IgnoredFinding) => title ?? fingerprint

const column = columnsOf<IgnoredFinding & { id: string }>()

function ignoredColumns(appId: string) {
  return column.columns([
    column.accessor('title', {
      header: words.finding,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium" title={nameOf(original)}>
            {nameOf(original)}
          </p>
          <p className="truncate text-xs text-ink-3">
            {GROUP_WORDS[GROUP_OF_TYPE[original.finding_type]].label}
            {original.file_path && <span className="font-mono"> {original.file_path}</span>}
          </p>
          <p className="truncate text-xs text-ink-3 @2xl:hidden">{whyOf(original)}</p>
        </>
      ),
    }),
    column.accessor('reason', {
      header: words.why,
      meta: { className: 'hidden w-64 text-sm text-ink-2 whitespace-normal @2xl:table-cell' },
      cell: ({ row: { original } }) => (
        <>
          <p>{original.reason ? REASONS[original.reason] : '–'}</p>
          {original.comment && <p className="text-xs break-words text-ink-3">{original.comment}</p>}
        </>
      ),
    }),
    column.accessor('expires_at', {
      header: words.showsAgain,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('created_date', {
      header: words.ignored,
      meta: { className: 'hidden w-48 text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ row: { original } }) => (
        <>
          <Time at={original.created_date} />
          {original.ignored_by && (
            <span className="block truncate text-xs text-ink-3">
              {fillWith(words.byIgnoredBy, { ignoredBy: original.ignored_by })}
            </span>
          )}
        </>
      ),
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-32 text-end' },
      cell: ({ row: { original } }) => (
        <RestoreButton size="sm" appId={appId} fingerprint={original.fingerprint} title={nameOf(original)} />
      ),
    }),
  ])
}

function whyOf({ reason, comment }: IgnoredFinding): string {
  return [reason && REASONS[reason], comment].filter(Boolean).join('. ')
}
