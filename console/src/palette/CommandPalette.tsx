import { groups as guideGroups } from 'virtual:guides'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { explainError } from '../explain-error.ts'
import { CREATING } from '../layout/use-create-action.ts'
import { useCurrentApp } from '../layout/use-here.ts'
import { useSignOut } from '../layout/use-sign-out.ts'
import { useMe, useWorkspace } from '../layout/use-workspace.ts'
import { searchQueries } from '../search-queries.ts'
import { classNames } from '../ui/class-names.ts'
import { type Entry, groupsOf } from './entries.ts'
import { readRecent } from './recent.ts'
import { words } from './words.ts'

interface CommandPaletteProps {
  onClose: () => void
  showShortcuts: () => void
}

const GUIDES = guideGroups.flatMap(({ guides }) => guides)
/** So long after the last key the server is asked. */
const PAUSE_MS = 150

/** Pages, things, guides and actions by typing; mounted while open. */
export function CommandPalette({ onClose, showShortcuts }: CommandPaletteProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="fixed inset-0 z-40 flex items-start justify-center bg-backdrop entering:animate-fade sm:px-4 sm:pt-[10vh]"
    >
      <Modal className="flex h-dvh w-full flex-col overflow-hidden border-line bg-raised shadow-pop entering:animate-rise sm:h-auto sm:max-h-[70dvh] sm:max-w-xl sm:rounded-lg sm:border">
        <Dialog aria-label={words.searchAndCommands} className="flex min-h-0 flex-1 flex-col outline-none">
          <Palette onClose={onClose} showShortcuts={showShortcuts} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Palette({ onClose, showShortcuts }: CommandPaletteProps) {
  const workspace = useWorkspace()
  const me = useMe()
  const app = useCurrentApp()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const [isHurried, setHurried] = useState(false)
  const asked = usePaused(typed.trim())
  const search = useQuery(searchQueries.find(workspace.id, asked))
  const things = typed.trim() === '' ? undefined : search.data?.items
  const isWaiting = typed.trim() !== asked || search.isFetching
  const groups = useMemo(() => {
    const recent = readRecent(me.id, workspace.id)
    const acts = { signOut, showShortcuts }
    return groupsOf({ workspace, app, recent, guides: GUIDES, acts }, things ?? [], typed)
  }, [workspace, app, me.id, signOut, showShortcuts, things, typed])
  const entries = groups.flatMap((group) => group.entries)
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]

  const choose = (entry: Entry) => {
    onClose()
    if (entry.to !== undefined) void navigate(entry.to, { state: entry.creates ? CREATING : null })
    else entry.act?.()
  }
  // Who types a number and presses Enter at once means what is found a moment later.
  useEffect(() => {
    if (!isHurried || isWaiting) return
    setHurried(false)
    if (active) choose(active)
  })
  const move = (by: number) => {
    const at = active ? entries.indexOf(active) : -1
    const next = entries[(at + by + entries.length) % entries.length]
    if (next) setActiveId(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () =>
        active && !(isWaiting && active.id.startsWith('found')) ? choose(active) : setHurried(isWaiting),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        <input
          // biome-ignore lint/a11y/noAutofocus: who opens it is about to type.
          autoFocus
          role="combobox"
          aria-label={words.searchOrJumpTo}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          placeholder={words.searchAppsRecordsMembers}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActiveId(null)
            setHurried(false)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
        />
        <button
          type="button"
          onClick={onClose}
          className="rounded-sm px-1.5 py-0.5 text-xs text-ink-3 hover:bg-hover hover:text-ink"
        >
          {words.close}
        </button>
      </div>
      <Options listId={listId} groups={groups} active={active} onChoose={choose} />
      <p role="status" className="border-t border-line px-4 py-2 text-xs text-ink-3">
        {statusOf(typed.trim(), entries.length, isWaiting, search.error)}
      </p>
    </>
  )
}

interface OptionsProps {
  listId: string
  groups: ReturnType<typeof groupsOf>
  active: Entry | undefined
  onChoose: (entry: Entry) => void
}

function Options({ listId, groups, active, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeOption = active && optionId(listId, active)
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={words.results}
      // Keys go to the field above; this is only scrolled.
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-2 outline-none"
    >
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by a role.
        <div key={title} role="group" aria-label={title} className="pb-2">
          <p aria-hidden className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">
            {title}
          </p>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              listId={listId}
              entry={entry}
              isActive={entry === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  listId: string
  entry: Entry
  isActive: boolean
  onChoose: (entry: Entry) => void
}

function Option({ listId, entry, isActive, onChoose }: OptionProps) {
  const { label, detail, icon: Icon } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field above.
    <div
      id={optionId(listId, entry)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onChoose(entry)}
      className={classNames(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 outline-none',
        isActive ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 truncate font-medium">{label}</span>
      {detail && <span className="ms-auto min-w-0 truncate ps-3 text-sm text-ink-3">{detail}</span>}
    </div>
  )
}

function optionId(listId: string, { id }: Entry): string {
  return `${listId}-${encodeURIComponent(id)}`
}

function statusOf(typed: string, count: number, isWaiting: boolean, error: unknown): string {
  if (error) return explainError(error).message
  if (typed === '') return words.arrowKeysChooseEnter
  if (isWaiting) return words.searching
  return count === 0 ? words.nothingFound : `${count} ${count === 1 ? 'result' : 'results'}`
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const waiting = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [text])
  return paused
}
