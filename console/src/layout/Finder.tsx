import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { saveRecent } from '../palette/recent.ts'
import { BareButton, PlainIconButton } from '../ui/PlainButton.tsx'
import { useCrumbs } from './use-here.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useMe, useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('../palette/CommandPalette.tsx')).CommandPalette,
}))
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }))

/** The command palette and the help sheet, both loaded when they are first wanted, with their keys. */
export function useFinder() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const palette = () => setOpen('palette')
  useShortcuts({ palette, help: () => setOpen('help') })
  useRecent()
  const shown = (
    <Suspense fallback={null}>
      {open === 'palette' && (
        <CommandPalette
          onClose={() => setOpen((was) => (was === 'palette' ? null : was))}
          showShortcuts={() => setOpen('help')}
        />
      )}
      {open === 'help' && <ShortcutHelp onClose={() => setOpen(null)} />}
    </Suspense>
  )
  return { shown, openPalette: palette }
}

const IS_MAC = /^(Mac|iP)/.test(navigator.platform)

/** In the sidebar. */
export function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <BareButton
      onClick={onPress}
      aria-keyshortcuts="Control+K Meta+K /"
      className="flex h-8 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2 text-start text-sm text-ink-3 transition-look hovered:border-control hovered:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1">{words.search}</span>
      <kbd aria-hidden className="font-mono text-xs">
        {IS_MAC ? '⌘K' : words.ctrlK}
      </kbd>
    </BareButton>
  )
}

/** In the bar of a phone. */
export function SearchIcon({ onPress }: { onPress: () => void }) {
  return <PlainIconButton icon={Search} label={words.search} onClick={onPress} className="ms-auto" />
}

/** Remembers the things that were opened; pages that the sidebar leads to anyway are not among them. */
function useRecent() {
  const { id: userId } = useMe()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const crumbs = useCrumbs()
  const label = crumbs.at(-1)?.label
  const detail = crumbs.slice(0, -1).at(-1)?.label ?? ''
  const isThing = crumbs.length > 1
  useEffect(() => {
    if (isThing && label) saveRecent(userId, workspaceId, { to: pathname, label, detail })
  }, [isThing, label, detail, pathname, userId, workspaceId])
}
