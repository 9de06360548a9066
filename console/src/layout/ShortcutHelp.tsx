import { useState } from 'react'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { Switch } from '../ui/Switch.tsx'
import { GENERAL, GRID, goTos, hasSingleKeys, type Shortcut, setSingleKeys } from './shortcuts.ts'
import { useCurrentApp } from './use-here.ts'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

/** What keys do; mounted while open. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const app = useCurrentApp()
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <Dialog title={words.keyboardShortcuts} width="lg" onClose={onClose}>
      <DialogBody>
        <Switch
          label={words.singleKeys}
          hint={words.offOnlyCtrlK}
          isSelected={isOn}
          onChange={(next) => {
            setSingleKeys(next)
            setOn(next)
          }}
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <Keys title={words.everywhere} shortcuts={GENERAL} />
          {goTos(workspace, app).map(({ title, pages }) => (
            <Keys key={title} title={title} shortcuts={pages} />
          ))}
          <Keys title={words.inAGridOf} shortcuts={GRID} />
        </div>
      </DialogBody>
    </Dialog>
  )
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      <dl className="space-y-1.5">
        {shortcuts.map(({ keys, does }) => (
          <div key={does + keys.join(' ')} className="flex items-baseline justify-between gap-4">
            <dt className="text-sm text-ink-2">{does}</dt>
            <dd className="shrink-0 space-x-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs"
                >
                  {key.replace('Mod', isMac() ? 'Cmd' : 'Ctrl')}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
