import { Copy, History, Pencil, Trash2 } from 'lucide-react'
import { Menu as AriaMenu } from 'react-aria-components'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { words } from './words.ts'

interface RowMenuProps {
  name: string
  row: EntityRecord
  button: HTMLElement
  onClose: () => void
  onOpen: () => void
  onHistory: () => void
  onDelete: () => void
}

/** One for all rows, at the button that was pressed. */
export function RowMenu({ name, row, button, onClose, onOpen, onHistory, onDelete }: RowMenuProps) {
  const copy = async (text: string, what: string) => {
    await navigator.clipboard?.writeText(text)
    toast.done(fill(words.whatCopied, { what }))
  }
  return (
    <Popover
      isOpen
      triggerRef={{ current: button }}
      placement="bottom end"
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="min-w-48"
    >
      <AriaMenu
        aria-label={fill(words.actionsForName, { name })}
        autoFocus="first"
        onClose={onClose}
        className="max-h-[70vh] overflow-auto p-1 outline-none"
      >
        <MenuItem icon={Pencil} onAction={onOpen}>
          {words.editInAForm}
        </MenuItem>
        <MenuItem icon={History} onAction={onHistory}>
          {words.history}
        </MenuItem>
        <MenuItem icon={Copy} onAction={() => void copy(row.id, 'Id')}>
          {words.copyId}
        </MenuItem>
        <MenuItem icon={Copy} onAction={() => void copy(JSON.stringify(row, null, 2), 'Record')}>
          {words.copyAsJson}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onAction={onDelete}>
          {words.delete}
        </MenuItem>
      </AriaMenu>
    </Popover>
  )
}
