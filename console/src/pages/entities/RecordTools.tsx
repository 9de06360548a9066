import { ChevronDown, Download, Ellipsis, Filter, ShieldOff, Undo2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.ts'
import type { RecordsView } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { Undoable } from './edits/use-record-edits.ts'
import { ColumnsPanel } from './grid/ColumnsPanel.tsx'
import type { Columns } from './grid/use-column-layout.ts'
import { EXPORT_FORMATS, useExport } from './use-export.ts'
import { words } from './words.ts'

interface RecordToolsProps {
  at: { app_id: string; entity_name: string }
  view: RecordsView
  show: (change: RecordsView) => void
  isLive: boolean
  columns: Columns
  undo: { last: Undoable | undefined; onUndo: () => void }
  filters: { isOpen: boolean; onToggle: () => void }
  onImport: () => void
  newButton: ReactNode
}

/** What can be done with all records of an entity. */
export function RecordTools(props: RecordToolsProps) {
  const { at, view, show, isLive, columns, undo, filters, onImport, newButton } = props
  const download = useExport(at, view)
  const formats = EXPORT_FORMATS.map(({ id, label, description }) => (
    <MenuItem key={id} icon={Download} description={description} onAction={() => download.mutate(id)}>
      {label}
    </MenuItem>
  ))
  return (
    <div className="px-5 pt-5 pb-4 sm:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 className="text-lg font-semibold tracking-tight">{at.entity_name}</h2>
        <Live isOn={isLive} />
        <Button size="sm" icon={Filter} aria-expanded={filters.isOpen} onPress={filters.onToggle}>
          {words.filter}
        </Button>
        <ColumnsPanel columns={columns} />
        {undo.last && <UndoButton last={undo.last} onUndo={undo.onUndo} />}
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <div className="me-2">
            <Switch
              label={words.actPastTheRules}
              isSelected={view.past_rules === 'on'}
              onChange={(isOn) => show({ past_rules: isOn ? 'on' : undefined })}
            />
          </div>
          <span className="hidden gap-2 sm:flex">
            <Menu
              label={words.export}
              trigger={
                <Button icon={Download} isPending={download.isPending}>
                  {words.export}
                  <ChevronDown aria-hidden className="size-4 text-ink-3" />
                </Button>
              }
            >
              {formats}
            </Menu>
            <Button icon={Upload} onPress={onImport}>
              {words.import}
            </Button>
          </span>
          <span className="sm:hidden">
            <Menu
              label={words.importAndExport}
              trigger={<IconButton icon={Ellipsis} label={words.importAndExport} />}
            >
              <MenuItem icon={Upload} onAction={onImport}>
                {words.import}
              </MenuItem>
              {formats}
            </Menu>
          </span>
          {newButton}
        </div>
      </div>
      {view.past_rules && (
        <div className="mt-3">
          <Notice tone="caution" title={words.youActPastThe}>
            <span className="inline-flex items-center gap-1.5">
              <ShieldOff aria-hidden className="size-3.5 shrink-0" />
              {words.everyRecordAndField}
            </span>
          </Notice>
        </div>
      )}
    </div>
  )
}

/** Says what it takes back before it does; a deletion is asked about once more. */
function UndoButton({ last, onUndo }: { last: Undoable; onUndo: () => void }) {
  const { label, more } = labelOf(last)
  return (
    <Tooltip text={more}>
      <Button size="sm" look="quiet" icon={Undo2} onPress={onUndo}>
        {label}
      </Button>
    </Tooltip>
  )
}

const BACK = words.unlessSomebodyChangedThe

function labelOf(last: Undoable): { label: string; more: string } {
  if (last.kind === 'edit')
    return {
      label: fill(words.undoField, { field: last.edit.field }),
      more: fill(words.writesTheOldValue, { back: BACK }),
    }
  if (last.kind === 'rows')
    return {
      label: fill(words.undoWhat, { what: last.what }),
      more: fill(words.writesTheOldValues, { back: BACK }),
    }
  return { label: words.undoDeletion, more: words.createsTheRecordsAgain }
}

function Live({ isOn }: { isOn: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-ink-3">
      <span
        aria-hidden
        className={classNames('size-2 rounded-full', isOn ? 'bg-accent' : 'border-[1.5px] border-control')}
      />
      {isOn ? words.live : words.notLive}
    </span>
  )
}
