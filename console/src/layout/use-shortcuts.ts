import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { goTos, hasSingleKeys } from './shortcuts.ts'
import { createAction } from './use-create-action.ts'
import { useCurrentApp } from './use-here.ts'
import { useWorkspace } from './use-workspace.ts'

interface Shown {
  palette: () => void
  help: () => void
}

/** Carries out the keyboard shortcuts, never while something is typed or a dialog is open. */
export function useShortcuts(show: Shown) {
  const workspace = useWorkspace()
  const app = useCurrentApp()
  const navigate = useNavigate()
  const latest = useRef<(event: KeyboardEvent) => void>(() => {})
  const isGoing = useRef(false)
  useEffect(() => {
    latest.current = (event) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
        // Above an open dialog it would hide what is being done there.
        if (isCovered()) return
        event.preventDefault()
        return show.palette()
      }
      if (ctrlKey || metaKey || altKey || !hasSingleKeys() || isTaken(event.target) || isCovered()) return
      const wasGoing = isGoing.current
      isGoing.current = false
      const acts: Record<string, () => void> = wasGoing
        ? Object.fromEntries(
            goTos(workspace, app)
              .flatMap(({ pages }) => pages)
              .map((page) => [page.key, () => void navigate(page.to)]),
          )
        : {
            '/': show.palette,
            '?': show.help,
            g: () => {
              isGoing.current = true
            },
            n: () => createAction()?.(),
            j: () => focusLine(1),
            k: () => focusLine(-1),
          }
      const act = acts[key]
      if (!act) return
      event.preventDefault()
      act()
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.current(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What takes keys itself: fields, editors, menus, and the grid of records. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [role=menu], [role=listbox], [role=grid], [role=tree], [role=radiogroup], [role=application]'

function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}

/** Whether a dialog lies above the page. */
function isCovered(): boolean {
  return document.querySelector('main')?.closest('[inert], [aria-hidden=true]') !== null
}

/** To the first link of the line after, or before, the one that has the focus. */
function focusLine(by: 1 | -1) {
  const lines = [...document.querySelectorAll('main table tbody tr')].flatMap(
    (line) => line.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? [],
  )
  const at = lines.findIndex((line) => line.closest('tr')?.contains(document.activeElement))
  const next = at < 0 ? (by === 1 ? 0 : lines.length - 1) : at + by
  lines[next]?.focus()
  lines[next]?.scrollIntoView({ block: 'nearest' })
}
