import { GROUP_OF_TYPE, type IgnoredFinding } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { scansQueries } from '../../scans-queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import { GROUP_WORDS, REASONS } from './scan-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return loadForEditors(request, app_id, scansQueries.ignored(app_id, cursor))
}

export function Component() {
  const { app_id = '' } = useParams()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(scansQueries.ignored(app_id, cursor))
  const pages = useCursorPages(page.next_cursor)
  const columns = useMemo(() => ignoredColumns(app_id), [app_id])
  if (page.items.length === 0 && !cursor)
    return (
      <EmptyState icon={EyeOff} title={words.nothingIsIgnored}>
        {words.aFindingThatIs}
      </EmptyState>
    )
  return (
    <>
      <PartHeading title={words.ignoredFindings}>{words.theyDoNotCount}</PartHeading>
      <DataTable
        label={words.ignoredFindings}
        columns={columns}
        rows={page.items}
        rowId={({ fingerprint }) => fingerprint}
        rowName={nameOf}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'finding' : 'findings'} />
    </>
  )
}

const nameOf = ({ title, fingerprint }: IgnoredFinding) => title ?? fingerprint

const column = columnsOf<IgnoredFinding>()

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
