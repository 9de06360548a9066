import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { File, FileLock2, Files, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import type { FilesView } from '../../named-paths.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { sizeOf } from '../../size-of.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

export { ErrorBoundary } from '../entities/EntitiesTab.tsx'

type StoredFile = AnswerOf<Operations['files']['list']>['items'][number]

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, queries.files(app_id, viewOf(new URL(request.url).searchParams)))
}

const CHOICES = [
  { id: 'public', label: words.publicWhoHasThe },
  { id: 'private', label: words.privateBySignedAddress },
] as const

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.files(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery(queries.files(app_id, view))
  const [deleting, setDeleting] = useState<StoredFile | null>(null)
  const columns = useMemo(() => fileColumns(setDeleting), [])

  if (page.items.length === 0 && !view.visibility && !view.search) {
    return (
      <EmptyState icon={Files} title={words.noFilesYet}>
        {words.whatTheAppUploads}
      </EmptyState>
    )
  }
  return (
    <div className="pt-5">
      <Toolbar label={words.filterFiles}>
        <FilterField
          label={words.searchFiles}
          placeholder={words.name}
          value={view.search ?? ''}
          onChange={(search) => show({ search: search || undefined }, { replace: true })}
          className="w-full sm:w-64"
        />
        <ChoiceFilter
          label={words.which}
          every={words.allFiles}
          options={CHOICES}
          value={view.visibility}
          onChange={(visibility) => show({ visibility })}
          className="w-full sm:w-80"
        />
      </Toolbar>
      <FilteredTable
        label={words.files}
        columns={columns}
        page={page}
        nouns={['file', 'files']}
        rowName={({ name }) => name}
        onClear={() => show({ search: undefined, visibility: undefined })}
      >
        {words.noFileMatchesThese}
      </FilteredTable>
      {deleting && <DeleteFile appId={app_id} file={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

const column = columnsOf<StoredFile>()

function fileColumns(onDelete: (file: StoredFile) => void) {
  return column.columns([
    column.accessor('name', {
      header: words.file,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => <FileName file={original} />,
    }),
    column.accessor('content_type', {
      header: words.type,
      meta: { className: 'hidden w-48 text-sm text-ink-2 @2xl:table-cell' },
    }),
    column.accessor('size', {
      header: words.size,
      meta: { className: 'w-24 text-end text-sm text-ink-2' },
      cell: ({ getValue }) => <span className="tabular-nums">{sizeOf(getValue())}</span>,
    }),
    column.accessor('created_date', {
      header: words.uploaded,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-28 text-end' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex">
          <CopyButton
            text={original.file_url ?? original.file_uri ?? original.id}
            label={fill(words.copyTheAddressOf, { name: original.name })}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={fill(words.deleteName, { name: original.name })}
            onPress={() => onDelete(original)}
          />
        </span>
      ),
    }),
  ])
}

function FileName({ file: { name, visibility, file_url } }: { file: StoredFile }) {
  const Icon = visibility === 'private' ? FileLock2 : File
  return (
    <span className="flex items-center gap-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0">
        {file_url ? (
          <a
            href={file_url}
            target="_blank"
            rel="noreferrer noopener"
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {name}
          </a>
        ) : (
          <span className="block truncate font-medium">{name}</span>
        )}
        <span className="block text-xs text-ink-3">
          {visibility === 'private' ? words.private : words.public}
        </span>
      </span>
    </span>
  )
}

function DeleteFile({ appId, file, onClose }: { appId: string; file: StoredFile; onClose: () => void }) {
  return (
    <DeleteDialog
      name={file.name}
      confirmLabel={words.delete}
      run={() => client.files.delete({ app_id: appId, file_id: file.id })}
      touches={['files']}
      onClose={onClose}
    >
      <p>{words.recordsAndPagesThat}</p>
    </DeleteDialog>
  )
}

function viewOf(search: URLSearchParams): FilesView {
  const visibility = search.get('visibility')
  return {
    visibility: visibility === 'public' || visibility === 'private' ? visibility : undefined,
    search: search.get('search') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
