import type { SourceCommit } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { History, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type SourceCommitsView, sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilterField } from '../../table/FilterField.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { titleOf } from './commit-words.ts'

/** The changes of the code, newest first: of all of it, or of one file or folder. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => sourcePaths.commits(workspaceId, app_id, next))
  const { path } = view
  const { data: page, error, refetch, isFetching } = useQuery(sourceQueries.commits(app_id, view))
  const filter = (next: string | undefined) =>
    show({ path: next?.replaceAll(/^\/+|\/+$/g, '') || undefined }, { replace: true })
  return (
    <div className="pt-5">
      <Toolbar label="Filter the history">
        <FilterField
          label="File or folder"
          placeholder="File or folder, such as src/pages"
          value={path ?? ''}
          onChange={filter}
          className="w-full sm:w-80"
        />
        {path !== undefined && (
          <Button look="quiet" onPress={() => filter(undefined)}>
            Clear filter
          </Button>
        )}
      </Toolbar>
      {page ? (
        <Commits appId={app_id} path={path} page={page} />
      ) : (
        <div className="px-5 sm:px-8">
          {error ? (
            <PartFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <PartLoading what="the history" />
          )}
        </div>
      )}
    </div>
  )
}

interface CommitsProps {
  appId: string
  path: string | undefined
  page: { items: readonly SourceCommit[]; next_cursor: string | null }
}

function Commits({ appId, path, page }: CommitsProps) {
  const { id: workspaceId } = useWorkspace()
  const pages = useCursorPages(page.next_cursor)
  const columns = useMemo(() => commitColumns(workspaceId, appId, path), [workspaceId, appId, path])
  const { length } = page.items
  if (length > 0 || pages.onNext || pages.onPrevious)
    return (
      <>
        {length > 0 && (
          <DataTable
            label="Changes"
            columns={columns}
            rows={page.items}
            rowId={({ commit_id }) => commit_id}
            rowName={({ message }) => titleOf(message)}
          />
        )}
        {length === 0 && (
          <p className="px-5 py-4 text-ink-2 sm:px-8">
            {pages.onNext
              ? 'None among the changes that were searched. Older ones may follow.'
              : 'No more changes.'}
          </p>
        )}
        <Pager {...pages} count={length} noun={length === 1 ? 'change' : 'changes'} />
      </>
    )
  return path === undefined ? (
    <EmptyState icon={History} title="No changes yet">
      Every change of a file will be listed here, with its author and its lines.
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title="No such changes">
      Nothing that is kept changed {path}. Write the whole path of a file or folder.
    </EmptyState>
  )
}

const column = columnsOf<SourceCommit>()

function commitColumns(workspaceId: string, appId: string, path: string | undefined) {
  const shown = column.columns([
    column.accessor('message', {
      header: 'Change',
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={sourcePaths.commit(workspaceId, appId, original.commit_id)}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {titleOf(original.message)}
          </Link>
          <p className="truncate text-xs text-ink-3 @2xl:hidden">{original.author_name}</p>
        </>
      ),
    }),
    column.accessor('author_name', {
      header: 'By',
      meta: { className: 'hidden w-[22%] truncate text-sm text-ink-2 @2xl:table-cell' },
    }),
    column.accessor('revision', {
      header: 'Revision',
      meta: { className: 'hidden w-24 text-sm text-ink-2 tabular-nums @xl:table-cell' },
    }),
    column.accessor('created_date', {
      header: 'When',
      meta: { className: 'w-32 text-sm text-ink-2 @xl:w-40' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
  if (path === undefined) return shown
  const then = column.display({
    id: 'then',
    header: 'The file then',
    meta: {
      isHeaderHidden: true,
      className: 'hidden w-32 text-right text-sm whitespace-nowrap @md:table-cell',
    },
    cell: ({ row: { original } }) => (
      <Link
        to={sourcePaths.fileThen(workspaceId, appId, original.commit_id, path)}
        aria-label={`The file in revision ${original.revision}`}
        className="text-accent hover:underline"
      >
        The file then
      </Link>
    ),
  })
  return [...shown, then]
}

function viewOf(search: URLSearchParams): SourceCommitsView {
  return { path: search.get('path') ?? undefined, cursor: search.get('cursor') ?? undefined }
}
