import type { Folder } from '@atrium/sdk'
import type { RowSelectionState } from '@tanstack/react-table'
import { FolderInput, FolderMinus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { withoutRows } from '../../at-once.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type AppSort, appSortOf, paths } from '../../paths.ts'
import { canEditFolder, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { SelectionBar } from '../../table/SelectionBar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { type AppRow, appColumns } from './app-columns.tsx'
import { DeleteApp } from './DeleteApp.tsx'
import { PutIntoFolder } from './PutIntoFolder.tsx'
import { words } from './words.ts'

interface AppListProps {
  page: { items: AppRow[]; next_cursor: string | null }
  folders: readonly Folder[]
  folder: Folder | undefined
  search: string | undefined
  sort: AppSort
}

export function AppList({ page, folders, folder, search, sort }: AppListProps) {
  const { id: workspaceId, user_role } = useWorkspace()
  const navigate = useNavigate()
  const pages = useCursorPages(page.next_cursor)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [moving, setMoving] = useState<string[] | null>(null)
  const [deleting, setDeleting] = useState<AppRow | null>(null)
  const selected = page.items.flatMap(({ id }) => (id && selection[id] ? [id] : []))

  const takeOut = useAct({
    run: ({ folder_id, app_ids }: { folder_id: string; app_ids: string[] }) =>
      Promise.all(app_ids.map((app_id) => client.folders.remove_item({ folder_id, app_id }))),
    touches: ['folders', 'apps'],
    atOnce: {
      within: ['apps', workspaceId, { folder: folder?.id }],
      change: (data, { app_ids }) => withoutRows(data, ({ id }) => app_ids.includes(String(id))),
    },
    done: (_, { app_ids }) => fill(words.countRemovedFromThe, { count: countApps(app_ids.length) }),
    failure: toastFailure,
  })
  const { mutate: takeOutItems } = takeOut
  const takeOutOfHere = useCallback(
    (app_ids: string[]) => {
      if (!folder) return
      takeOutItems(
        { folder_id: folder.id, app_ids },
        // Of several, some may have been taken out before one was refused.
        { onSuccess: () => setSelection({}), onError: () => void refresh('folders', 'apps') },
      )
    },
    [folder, takeOutItems],
  )
  const columns = useMemo(
    () => appColumns({ workspaceId, folders, folder, user_role, setMoving, setDeleting, takeOutOfHere }),
    [workspaceId, folders, folder, user_role, takeOutOfHere],
  )

  return (
    <>
      <DataTable
        label={folder ? fill(words.appsInName, { name: folder.name }) : words.allApps}
        columns={columns}
        rows={page.items}
        rowId={({ id = '' }) => id}
        rowName={({ name = '' }) => name}
        selection={{ value: selection, onChange: setSelection }}
        sort={{
          value: sort,
          onChange: (next) =>
            void navigate(paths.apps(workspaceId, { folder: folder?.id, search, sort: appSortOf(next) })),
        }}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'app' : 'apps'} />
      {selected.length > 0 && (
        <SelectionBar
          label={words.selectedApps}
          text={fill(words.countSelected, { count: countApps(selected.length) })}
          onClear={() => setSelection({})}
        >
          <Button size="sm" icon={FolderInput} onPress={() => setMoving(selected)}>
            {words.putIntoFolder}
          </Button>
          {folder && (
            <Button
              size="sm"
              icon={FolderMinus}
              isPending={takeOut.isPending}
              onPress={() => takeOutOfHere(selected)}
              disabledReason={unlessAllowed(canEditFolder(folder, user_role), NEEDS_EDITOR)}
            >
              {words.removeFromFolder}
            </Button>
          )}
        </SelectionBar>
      )}
      {moving && (
        <PutIntoFolder
          appIds={moving}
          folders={folders}
          onClose={() => setMoving(null)}
          onDone={() => setSelection({})}
        />
      )}
      {deleting?.id && deleting.name && (
        <DeleteApp
          app={{ id: deleting.id, name: deleting.name }}
          onClose={() => setDeleting(null)}
          onDeleted={() => setSelection({})}
        />
      )}
    </>
  )
}

const countApps = (count: number) => (count === 1 ? '1 app' : fill(words.countApps, { count }))
