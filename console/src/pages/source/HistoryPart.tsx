import type { SourceCommit } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { History, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
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
import { words } from './words.ts'

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
      <Toolbar label={words.filterTheHistory}>
        <FilterField
          label={words.fileOrFolder}
          placeholder={words.fileOrFolderSuch}
          value={path ?? ''}
          onChange={filter}
          className="w-full sm:w-80"
        />
        {path !== undefined && (
          <Button look="quiet" onPress={() => filter(undefined)}>
            {words.clearFilter}
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
            <PartLoading what={words.theHistory} />
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
            label={words.changes}
            columns={columns}
            rows={page.items}
            rowId={({ commit_id }) => commit_id}
            rowName={({ message }) => titleOf(message)}
          />
        )}
        {length === 0 && (
          <p className="px-5 py-4 text-ink-2 sm:px-8">
            {pages.onNext ? words.noneAmongTheChanges : words.noMoreChanges}
          </p>
        )}
        <Pager {...pages} count={length} noun={length === 1 ? 'change' : 'changes'} />
      </>
    )
  return path === undefined ? (
    <EmptyState icon={History} title={words.noChangesYet}>
      {words.everyChangeOfA}
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title={words.noSuchChanges}>
      {fillWith(words.nothingThatIsKept, { path })}
    </EmptyState>
  )
}

const column = columnsOf<SourceCommit>()

function commitColumns(workspaceId: string, appId: string, path: string | undefined) {
  const shown = column.columns([
    column.accessor('message', {
      header: words.change,
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
      header: words.by,
      meta: { className: 'hidden w-[22%] truncate text-sm text-ink-2 @2xl:table-cell' },
    }),
    column.accessor('revision', {
      header: words.revision,
      meta: { className: 'hidden w-24 text-sm text-ink-2 tabular-nums @xl:table-cell' },
    }),
    column.accessor('created_date', {
      header: words.when,
      meta: { className: 'w-32 text-sm text-ink-2 @xl:w-40' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
  if (path === undefined) return shown
  const then = column.display({
    id: 'then',
    header: words.theFileThen,
    meta: {
      isHeaderHidden: true,
      className: 'hidden w-32 text-end text-sm whitespace-nowrap @md:table-cell',
    },
    cell: ({ row: { original } }) => (
      <Link
        to={sourcePaths.fileThen(workspaceId, appId, original.commit_id, path)}
        aria-label={fill(words.theFileInRevision, { revision: original.revision })}
        className="text-accent hover:underline"
      >
        {words.theFileThen}
      </Link>
    ),
  })
  return [...shown, then]
}

function viewOf(search: URLSearchParams): SourceCommitsView {
  return { path: search.get('path') ?? undefined, cursor: search.get('cursor') ?? undefined }
}
