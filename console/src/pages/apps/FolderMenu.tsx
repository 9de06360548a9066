import type { Folder } from '@atrium/sdk'
import { Ellipsis, FolderInput, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditFolder, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import type { FolderAct } from './FolderDialogs.tsx'
import { words } from './words.ts'

/** The number of apps, which gives way to the actions when pointed at or reached by keyboard. */
export function FolderMenu({ folder, onAct }: { folder: Folder; onAct: (act: FolderAct) => void }) {
  const { user_role } = useWorkspace()
  const reason = unlessAllowed(canEditFolder(folder, user_role), NEEDS_EDITOR)
  return (
    <>
      <span className="w-6 text-center text-xs text-ink-3 tabular-nums group-focus-within:hidden group-hover:hidden group-has-[[aria-haspopup][aria-expanded=true]]:hidden pointer-coarse:hidden">
        {folder.app_ids.length || ''}
      </span>
      <div className="hidden group-focus-within:flex group-hover:flex has-[[aria-expanded=true]]:flex pointer-coarse:flex">
        <Menu
          label={fill(words.actionsForName, { name: folder.name })}
          trigger={
            <IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name: folder.name })} />
          }
        >
          <MenuItem
            icon={FolderPlus}
            disabledReason={reason}
            onAction={() => onAct({ kind: 'create', scope: folder.scope, parent: folder })}
          >
            {words.newSubfolder}
          </MenuItem>
          <MenuItem icon={Pencil} disabledReason={reason} onAction={() => onAct({ kind: 'edit', folder })}>
            {words.renameOrRecolour}
          </MenuItem>
          <MenuItem
            icon={FolderInput}
            disabledReason={reason}
            onAction={() => onAct({ kind: 'move', folder })}
          >
            {words.move}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            tone="danger"
            disabledReason={reason}
            onAction={() => onAct({ kind: 'delete', folder })}
          >
            {words.delete}
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}
