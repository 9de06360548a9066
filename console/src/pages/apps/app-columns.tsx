import type { App, Folder } from '@atrium/sdk'
import { Ellipsis, FolderInput, FolderMinus, Settings2, Table2, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import {
  canEditApp,
  canEditFolder,
  NEEDS_APP_EDITOR,
  NEEDS_EDITOR,
  type Role,
  unlessAllowed,
} from '../../permissions.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from './AppIcon.tsx'
import { VISIBILITY } from './app-words.ts'
import { FolderIcon } from './FolderIcon.tsx'
import { foldersOf } from './folder-tree.ts'
import { words } from './words.ts'

/** A row of the list: every field may be left out of it, the id never is. */
export type AppRow = Partial<App>

interface ColumnNeeds {
  workspaceId: string
  folders: readonly Folder[]
  folder: Folder | undefined
  user_role: Role
  setMoving: (appIds: string[]) => void
  setDeleting: (app: AppRow) => void
  takeOutOfHere: (appIds: string[]) => void
}

const column = columnsOf<AppRow>()

export function appColumns(needs: ColumnNeeds) {
  const { workspaceId, folders, folder } = needs
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { sortBy: 'name', isRowHeader: true },
      cell: ({ row: { original } }) => (
        <div className="flex items-center gap-3">
          <AppIcon kind={original.kind ?? 'app'} />
          <div className="min-w-0">
            <div className="flex items-center gap-2">
              <Link
                to={paths.app(workspaceId, original.id ?? '')}
                className="truncate font-medium text-ink hover:text-accent hover:underline"
              >
                {original.name}
              </Link>
              {original.kind === 'agent' && <Badge>{words.agent}</Badge>}
            </div>
            {original.user_description && (
              <p className="truncate text-sm leading-4.5 text-ink-3">{original.user_description}</p>
            )}
          </div>
        </div>
      ),
    }),
    column.display({
      id: 'folders',
      header: folder ? words.alsoIn : words.folder,
      meta: { className: 'hidden w-[23%] @2xl:table-cell' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 gap-3">
          {foldersOf(folders, original.id ?? '')
            .filter(({ id }) => id !== folder?.id)
            .map(({ id, name, color }) => (
              <Link
                key={id}
                to={paths.apps(workspaceId, { folder: id })}
                className="inline-flex min-w-0 items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline"
              >
                <FolderIcon color={color} />
                <span className="truncate">{name}</span>
              </Link>
            ))}
        </span>
      ),
    }),
    column.accessor('public_settings', {
      header: words.visibility,
      meta: { className: 'hidden w-44 text-sm text-ink-2 @5xl:table-cell' },
      cell: ({ getValue }) => VISIBILITY[getValue() ?? 'private_with_login'].label,
    }),
    column.accessor('updated_date', {
      header: words.updated,
      meta: {
        sortBy: 'updated_date',
        className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell',
      },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('created_date', {
      header: words.created,
      meta: {
        sortBy: 'created_date',
        className: 'hidden w-32 text-sm text-ink-2 @4xl:table-cell',
      },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
      cell: ({ row: { original } }) => <RowMenu app={original} needs={needs} />,
    }),
  ])
}

function RowMenu({ app, needs }: { app: AppRow; needs: ColumnNeeds }) {
  const { workspaceId, folder, user_role, setMoving, setDeleting, takeOutOfHere } = needs
  const { id = '', name = '', kind } = app
  return (
    <Menu
      label={fill(words.actionsForName, { name })}
      trigger={<IconButton icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
    >
      <MenuItem icon={Settings2} href={paths.appSettings(workspaceId, id)}>
        {words.settings}
      </MenuItem>
      {kind !== 'agent' && (
        <MenuItem
          icon={Table2}
          href={paths.entities(workspaceId, id)}
          disabledReason={unlessAllowed(canEditApp(app), NEEDS_APP_EDITOR)}
        >
          {words.data}
        </MenuItem>
      )}
      <MenuItem icon={FolderInput} onAction={() => setMoving([id])}>
        {words.putIntoFolder}
      </MenuItem>
      {folder && (
        <MenuItem
          icon={FolderMinus}
          onAction={() => takeOutOfHere([id])}
          disabledReason={unlessAllowed(canEditFolder(folder, user_role), NEEDS_EDITOR)}
        >
          {words.removeFromFolder}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        tone="danger"
        onAction={() => setDeleting(app)}
        disabledReason={unlessAllowed(canEditApp(app), NEEDS_APP_EDITOR)}
      >
        {words.delete}
      </MenuItem>
    </Menu>
  )
}
