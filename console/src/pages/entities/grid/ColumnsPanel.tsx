import { ArrowDown, ArrowUp, Columns3, Pin, PinOff } from 'lucide-react'
import { DialogTrigger } from 'react-aria-components'
import { fill } from '../../../language/fill.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { settingsOf } from './column-layout.ts'
import type { Columns } from './use-column-layout.ts'
import { words } from './words.ts'

/** All columns of an entity: which are shown, in which order, and which stay in sight. */
export function ColumnsPanel({ columns }: { columns: Columns }) {
  const settings = settingsOf(columns.all, columns.layout)
  const hidden = settings.filter((one) => one.hidden).length
  return (
    <DialogTrigger>
      <Button size="sm" icon={Columns3}>
        {hidden > 0 ? fill(words.columnsHiddenHidden, { hidden }) : words.columns}
      </Button>
      {/* The sheet itself is the dialog, so that the buttons which close it for screen readers are inside. */}
      <Popover placement="bottom start" aria-label={words.columns} className="outline-none">
        <div className="w-80 max-w-full p-2">
          <ul className="max-h-[55vh] overflow-auto">
            {settings.map(({ field, hidden: isHidden, pinned }, place) => {
              const before = settings[place - 1]?.field
              const behind = settings[place + 1]?.field
              return (
                <li
                  key={field}
                  className="flex items-center gap-1 rounded-md py-0.5 pe-1 ps-2 hover:bg-hover"
                >
                  <Checkbox
                    className="min-w-0 flex-1"
                    isSelected={!isHidden}
                    isDisabled={!isHidden && settings.length - hidden === 1}
                    onChange={(isOn) => columns.change({ does: isOn ? 'show' : 'hide', field })}
                  >
                    <span className="block truncate">{field}</span>
                  </Checkbox>
                  <IconButton
                    size="sm"
                    icon={pinned ? PinOff : Pin}
                    label={pinned ? fill(words.unpinField, { field }) : fill(words.pinField, { field })}
                    onPress={() => columns.change({ does: pinned ? 'unpin' : 'pin', field })}
                    className={pinned ? 'text-accent' : ''}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={fill(words.moveFieldUp, { field })}
                    isDisabled={before === undefined}
                    onPress={() =>
                      before !== undefined && columns.change({ does: 'move', field, to: before })
                    }
                    className="disabled:opacity-40"
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowDown}
                    label={fill(words.moveFieldDown, { field })}
                    isDisabled={behind === undefined}
                    onPress={() =>
                      behind !== undefined && columns.change({ does: 'move', field, to: behind })
                    }
                    className="disabled:opacity-40"
                  />
                </li>
              )
            })}
          </ul>
          <div className="mt-2 border-t border-line px-1 pt-2">
            <Button
              size="sm"
              look="quiet"
              onPress={columns.reset}
              disabledReason={columns.isChanged ? undefined : words.theyAreAsThey}
            >
              {words.resetColumns}
            </Button>
          </div>
        </div>
      </Popover>
    </DialogTrigger>
  )
}
